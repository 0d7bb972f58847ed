// The two doors from C++17, with nothing beside mrtr.h: handles and buffers free themselves, errors are exceptions.
//
//     c++ -std=c++17 example.cpp $(pkg-config --cflags --libs mrtr) && ./a.out
//
// Prints the dialogue, and exits 0 when all is as it should be.

#include <mrtr.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

// --- what a C++ program wraps once -----------------------------------------------------------------------------------

template <typename T, void (*Free)(T *)>
struct Freed {
    void operator()(T *handle) const { Free(handle); }
};
template <typename T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Freed<T, Free>>;

using Boundary = Handle<mrtr_boundary, mrtr_boundary_free>;
using Round = Handle<mrtr_round, mrtr_round_free>;
using Refusal = Handle<mrtr_refusal, mrtr_refusal_free>;
using Form = Handle<mrtr_form, mrtr_form_free>;

// What comes out of the library.
class Buffer {
public:
    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { mrtr_buf_free(&held_); }

    mrtr_buf *out() { return &held_; }
    bool absent() const { return held_.data == nullptr; }
    std::string text() const { return absent() ? std::string() : std::string(held_.data, held_.len); }

private:
    mrtr_buf held_ = {nullptr, 0};
};

// What goes in; borrowed for the call.
mrtr_str in(std::string_view text)
{
    return {text.data(), text.size()};
}

const mrtr_str ABSENT = {nullptr, 0};

void must(mrtr_result result, const Buffer &error)
{
    if (result != MRTR_OK)
        throw std::runtime_error(error.absent() ? mrtr_result_name(result) : error.text());
}

// --- the server ------------------------------------------------------------------------------------------------------

constexpr std::string_view CONFIRM =
    R"({"type":"object","properties":{"ok":{"type":"boolean","title":"Delete it"}},"required":["ok"]})";

std::string said(std::string_view text)
{
    return R"({"content":[{"type":"text","text":")" + std::string(text) + R"("}]})";
}

// The result that asks; the state is sealed on the way out.
std::string question()
{
    Buffer asked, error;
    const std::string params = R"({"message":"Delete it?","requestedSchema":)" + std::string(CONFIRM) + "}";

    must(mrtr_elicit(in(params), ABSENT, asked.out(), error.out()), error);
    return R"({"resultType":"input_required","inputRequests":{"confirm":)" + asked.text() + "}}";
}

// The handler: what the first door let through is to be believed.
std::string delete_report(mrtr_round *round)
{
    mrtr_form *parsed = nullptr;
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    Buffer content, error;

    must(mrtr_form_parse(in(CONFIRM), ABSENT, &parsed, error.out()), error);
    const Form form(parsed);
    must(mrtr_round_answer(round, in("confirm"), form.get(), &outcome, content.out(), error.out()), error);
    if (outcome == MRTR_OUTCOME_MISSING || outcome == MRTR_OUTCOME_INVALID)
        return question();
    const bool agreed = outcome == MRTR_OUTCOME_ACCEPTED && content.text() == R"({"ok":true})";
    return said(agreed ? "Deleted." : "Cancelled. Nothing was deleted.");
}

std::string refused(mrtr_refusal *refusal)
{
    const Refusal owned(refusal);
    Buffer text, error;

    must(mrtr_refusal_error_json(refusal, text.out(), error.out()), error);
    return text.text();
}

std::string serve(const mrtr_boundary *boundary, std::string_view params)
{
    mrtr_round *entered = nullptr;
    mrtr_refusal *refusal = nullptr;
    Buffer sent, error;
    const mrtr_str capabilities = in(R"({"elicitation":{"form":{}}})");

    mrtr_result result = mrtr_boundary_enter(boundary, in("tools/call"), in(params), in("ada@example.com"), capabilities,
                                             mrtr_now(), &entered, &refusal, error.out());
    if (result == MRTR_REFUSED)
        return refused(refusal);
    must(result, error);

    const Round round(entered);
    const std::string answered = delete_report(round.get());
    result = mrtr_round_leave(round.get(), in(answered), mrtr_now(), sent.out(), &refusal, error.out());
    if (result == MRTR_REFUSED)
        return refused(refusal);
    must(result, error);
    return sent.absent() ? answered : sent.text();
}

// --- a client, by hand -----------------------------------------------------------------------------------------------

int failures = 0;

std::string call(const mrtr_boundary *boundary, const char *title, std::string_view rest, std::string_view wanted)
{
    const std::string params = R"({"name":"delete_report","arguments":{"target":"q3.pdf"})" + std::string(rest) + "}";
    const std::string reply = serve(boundary, params);
    const bool good = reply.find(wanted) != std::string::npos;

    failures += good ? 0 : 1;
    std::printf("%s %s\n    server: %s\n", good ? "ok " : "BAD", title, reply.c_str());
    return reply;
}

std::string state_of(const std::string &reply)
{
    constexpr std::string_view member = R"("requestState":")";
    const std::size_t at = reply.find(member);
    if (at == std::string::npos)
        throw std::runtime_error("no state came back");
    const std::size_t from = at + member.size();
    return reply.substr(from, reply.find('"', from) - from);
}

int dialogue()
{
    // A server takes its key from its configuration, the same on every instance.
    const mrtr_str key = in("an example key, not for production: 0123456789");
    mrtr_boundary *made = nullptr;
    Buffer error;

    must(mrtr_boundary_new(&key, 1, ABSENT, &made, error.out()), error);
    const Boundary boundary(made);
    const std::string token = state_of(call(boundary.get(), "the server asks", "", "Delete it?"));
    const auto retry = [](const std::string &response, const std::string &state) {
        return R"(,"inputResponses":{"confirm":)" + response + R"(},"requestState":")" + state + "\"";
    };
    const std::string agreed = R"({"action":"accept","content":{"ok":true}})";

    call(boundary.get(), "the user agrees", retry(agreed, token), "Deleted.");
    call(boundary.get(), "the user declines", retry(R"({"action":"decline"})", token), "Nothing was deleted");
    call(boundary.get(), "the state is cut short", retry(agreed, token.substr(0, token.size() - 4)), "-32602");
    std::printf("c++: example: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}

} // namespace

int main()
{
    try {
        return dialogue();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
