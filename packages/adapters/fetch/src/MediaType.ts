/** Kinds of content. */

export interface MediaType {
  /** In lower case without parameters; empty when the server named none. */
  readonly essence: string
  readonly charset: string | null
}

/** Reads a `content-type` header. A value that names no type counts as none. */
export const parseMediaType = (header: string | null): MediaType => {
  const text = (header ?? "").slice(0, 1_000)
  const essence = (text.split(";", 1)[0] ?? "").trim().toLowerCase()
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(text)?.[1] ?? null
  return { essence: /^[^\s/,]+\/[^\s/,]+$/.test(essence) ? essence : "", charset }
}

const textual = new Set([
  ...["application/json", "application/xml", "application/xhtml+xml", "application/javascript", "application/yaml"],
  ...["application/ecmascript", "application/x-javascript", "application/x-ndjson", "application/jsonl"],
  ...["application/x-yaml", "application/toml", "application/sql", "application/xml-dtd", "application/graphql"]
])

/** Whether content of this kind is text; content of no named kind may be. */
export const isText = ({ essence }: MediaType): boolean =>
  essence === "" || essence.startsWith("text/") || /\+(?:xml|json|yaml)$/.test(essence) || textual.has(essence)

/** Whether this is a gzip file that holds text by its name, as sitemaps are often kept. */
export const isZippedText = ({ essence }: MediaType, path: string): boolean =>
  /\.(?:xml|txt)\.gz$/i.test(path) &&
  ["application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream"].includes(essence)

/** Whether an encoding declaration may stand inside the content. */
export const declarationOf = ({ essence }: MediaType): "html" | "xml" | "none" => {
  if (essence === "" || essence === "text/html") return "html"
  return essence.endsWith("/xml") || essence.endsWith("+xml") ? "xml" : "none"
}
