/** How media types go with kinds of content. */
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { isText } from "./MediaType.ts"

/** The kinds of text, with the media types that mean them; the first is the one we say. */
const textual: Readonly<Partial<Record<FileType, ReadonlyArray<string>>>> = {
  html: ["text/html", "application/xhtml+xml"],
  xml: ["application/xml", "text/xml"],
  svg: ["image/svg+xml"],
  json: ["application/json", "text/json"],
  jsonl: ["application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonlines", "text/jsonl"],
  text: ["text/plain"],
  csv: ["text/csv", "application/csv", "text/x-csv"],
  tsv: ["text/tab-separated-values", "text/tsv"],
  markdown: ["text/markdown", "text/x-markdown"],
  yaml: ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"],
  python: ["text/x-python", "application/x-python", "text/x-script.python", "application/x-python-code"],
  java: ["text/x-java", "text/x-java-source"],
  javascript: [
    ...["text/javascript", "application/javascript", "application/x-javascript", "application/ecmascript"],
    ...["text/ecmascript", "text/jsx"]
  ],
  php: ["text/x-php", "application/x-httpd-php", "application/x-php", "application/x-httpd-php-source"],
  shell: ["text/x-shellscript", "application/x-sh", "text/x-sh", "application/x-shellscript"],
  ruby: ["text/x-ruby", "application/x-ruby", "text/x-script.ruby"],
  typescript: ["text/typescript", "application/typescript", "application/x-typescript", "text/tsx"],
  srt: ["application/x-subrip", "text/srt", "text/x-subrip"],
  css: ["text/css"],
  scss: ["text/x-scss", "text/scss"],
  less: ["text/x-less", "text/less"],
  sass: ["text/x-sass", "text/sass"],
  stylus: ["text/x-styl", "text/stylus", "text/x-stylus"]
}

/** The kinds that are known by their bytes. */
const binary: Readonly<Partial<Record<FileType, string>>> = {
  rtf: "application/rtf",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ppt: "application/vnd.ms-powerpoint",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  bmp: "image/bmp",
  tiff: "image/tiff",
  webp: "image/webp",
  ppm: "image/x-portable-pixmap",
  pbm: "image/x-portable-bitmap",
  pgm: "image/x-portable-graymap",
  pnm: "image/x-portable-anymap",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip"
}

const textTypes: ReadonlyMap<string, FileType> = new Map(
  Object.entries(textual).flatMap(([type, names]) => names.map((name) => [name, type as FileType] as const))
)

/** The kind of text that a media type names; null for one that names none, or no text. */
export const textTypeOf = (essence: string): FileType | null => {
  const known = textTypes.get(essence)
  if (known !== undefined) return known
  if (essence.endsWith("+xml")) return "xml"
  if (essence.endsWith("+json")) return "json"
  if (essence.endsWith("+yaml")) return "yaml"
  return essence !== "" && isText({ essence, charset: null }) ? "text" : null
}

/** The media type that we call a kind by. */
export const mediaTypeOf = (type: FileType): string => textual[type]?.[0] ?? binary[type] ?? "application/octet-stream"

/** What was named, when it means the same kind as ours and may say more; else our own name. */
export const moreSpecific = (essence: string, type: FileType): string =>
  textTypeOf(essence) === type ? essence : mediaTypeOf(type)
