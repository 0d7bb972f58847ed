/* How a case of the vectors is read. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 8, MOST_BYTES = 256 };

bool ring_of(const json_t *test, const mrtr_str **keys, size_t *count)
{
    static unsigned char bytes[MOST_KEYS][MOST_BYTES];
    static mrtr_str ring[MOST_KEYS];
    const json_t *list = json_object_get(test, "keysHex"), *key;
    size_t at;

    json_array_foreach(list, at, key) {
        mrtr_str hex;
        long len;

        hex.data = json_string_value(key);
        hex.len = json_string_length(key);
        len = at < MOST_KEYS ? unhex(hex, bytes[at], MOST_BYTES) : -1;
        if (len < 0)
            return false;
        ring[at].data = (const char *)bytes[at];
        ring[at].len = (size_t)len;
    }
    *keys = ring;
    *count = json_array_size(list);
    return true;
}

mrtr_str dump(const json_t *object, const char *name, char **text)
{
    *text = json_dumps(json_object_get(object, name), JSON_COMPACT | JSON_ENCODE_ANY);
    return mrtr_str_of(*text);
}

double number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

mrtr_str bytes_of(const json_t *object, const char *name, char **bytes)
{
    mrtr_str hex = member(object, name), found = NO_STR;
    long len;

    *bytes = NULL;
    if (hex.data == NULL)
        return found;
    *bytes = malloc(hex.len / 2 + 1);
    len = unhex(hex, (unsigned char *)*bytes, hex.len / 2);
    found.data = *bytes;
    found.len = len < 0 ? 0 : (size_t)len;
    return found;
}

mrtr_str token_of(const json_t *test, char **text)
{
    mrtr_str given = member(test, "token"), token = NO_STR;
    size_t wanted = (size_t)number(test, "padTokenTo");

    token.len = wanted > given.len ? wanted : given.len;
    *text = malloc(token.len + 1);
    memset(*text, 'A', token.len);
    if (given.len > 0)
        memcpy(*text, given.data, given.len);
    token.data = *text;
    return token;
}

mrtr_str payload_of(const json_t *test, char **text)
{
    mrtr_str payload = member(test, "payload");

    *text = NULL;
    if (json_object_get(test, "padPayloadTo") == NULL)
        return payload;
    payload.len = (size_t)number(test, "padPayloadTo");
    *text = malloc(payload.len);
    memset(*text, 'x', payload.len);
    (*text)[0] = (*text)[payload.len - 1] = '"';
    payload.data = *text;
    return payload;
}

void draw_from(const json_t *test)
{
    static const char none[1];
    char *bytes;
    mrtr_str given = bytes_of(test, "entropyHex", &bytes);

    if (given.data == NULL)
        given.data = none;
    mrtr_testing_entropy(given, NULL, NULL);
    free(bytes);
}

size_t bytes_left(void)
{
    size_t left = 0;

    mrtr_testing_entropy(NO_STR, &left, NULL);
    return left;
}
