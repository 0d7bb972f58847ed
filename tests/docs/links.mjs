// Every link from one document to another file, or to a heading, leads somewhere.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function brokenLinks(root, documents) {
  return documents.flatMap((file) => {
    const text = prose(readFileSync(join(root, file), "utf8"));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source,
    );
    return links
      .filter((link) => !/^[a-z]+:/.test(link) && !leads(root, file, link))
      .map((link) => [{ place: file }, `broken link ${link}`]);
  });
}

function leads(root, file, link) {
  const [path, heading] = link.split("#");
  const aim = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(root, aim))) return false;
  return heading === undefined || headings(readFileSync(join(root, aim), "utf8")).includes(heading);
}

/** The names that headings get as anchors. */
function headings(text) {
  return [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function prose(text) {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}
