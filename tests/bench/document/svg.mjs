// A picture that is readable in dark and in light, in the style of the others in docs/pictures.

const LIGHT =
  "--ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --bg: #ffffff; --c0: #0969da; --c1: #1a7f37; --c2: #bc4c00; --c3: #8250df; --stop: #cf222e;";
const DARK =
  "--ink: #e6edf3; --dim: #9198a1; --line: #3d444d; --bg: #0d1117; --c0: #4493f8; --c1: #3fb950; --c2: #f0883e; --c3: #ab7df8; --stop: #f85149;";

export const WIDTH = 760;

export const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A number for a coordinate. */
export const at = (number) => String(Number(number.toFixed(1)));

export const text = (x, y, words, kind = "") =>
  `<text x="${at(x)}" y="${at(y)}"${kind && ` class="${kind}"`}>${escaped(words)}</text>`;

export const line = (x1, y1, x2, y2, kind) => `<path class="${kind}" d="M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}"/>`;

/** A whole picture. `described` tells it to who cannot see it. */
export function picture(height, title, described, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t d">
  <title id="t">${escaped(title)}</title>
  <desc id="d">${escaped(described)}</desc>
  <style>
    svg { font: 13px system-ui, sans-serif; ${LIGHT} }
    @media (prefers-color-scheme: dark) { svg { ${DARK} } }
    .ground { fill: var(--bg); }
    text { fill: var(--ink); }
    .dim { fill: var(--dim); font-size: 12px; }
    .head { font-weight: 600; }
    .end { text-anchor: end; }
    .mid { text-anchor: middle; }
    .grid { stroke: var(--line); fill: none; }
    .axis { stroke: var(--dim); fill: none; }
    .want { stroke: var(--ink); stroke-width: 2; fill: none; }
    .fit { stroke-width: 1.4; stroke-dasharray: 5 4; fill: none; }
    .b0 { fill: var(--c0); } .bad { fill: var(--stop); }
    .p0 { fill: var(--c0); } .p1 { fill: var(--c1); } .p2 { fill: var(--c2); } .p3 { fill: var(--c3); }
    .l0 { stroke: var(--c0); } .l1 { stroke: var(--c1); } .l2 { stroke: var(--c2); } .l3 { stroke: var(--c3); }
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
${parts.map((part) => `  ${part}`).join("\n")}
</svg>
`;
}
