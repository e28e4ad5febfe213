/** Kinds of content, and how they go with file extensions (contract/parse-prefetch.md §1). */
import { Schema } from "effect"
import { imageTypes } from "./imageTypes.ts"

/** Every kind that can be read. The last four are ours; the others are the contract's. */
export const FileType = Schema.Literals([
  "html",
  "xml",
  "json",
  "jsonl",
  "text",
  "csv",
  "tsv",
  "markdown",
  "yaml",
  "python",
  "java",
  "javascript",
  "php",
  "shell",
  "ruby",
  "typescript",
  "rtf",
  "srt",
  "css",
  "scss",
  "less",
  "stylus",
  "sass",
  "svg",
  "pdf",
  "docx",
  "doc",
  "xlsx",
  "xls",
  "pptx",
  "ppt",
  "jpg",
  "png",
  "gif",
  "bmp",
  "tiff",
  "webp",
  "ppm",
  "pbm",
  "pgm",
  "pnm",
  "odt",
  "ods",
  "odp",
  "epub"
])
export type FileType = typeof FileType.Type

const typeOfExtension = {
  txt: "text",
  text: "text",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  xml: "xml",
  rss: "xml",
  atom: "xml",
  csv: "csv",
  tsv: "tsv",
  yaml: "yaml",
  yml: "yaml",
  py: "python",
  java: "java",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  json: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  php: "php",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  fish: "shell",
  rb: "ruby",
  ts: "typescript",
  tsx: "typescript",
  rtf: "rtf",
  srt: "srt",
  css: "css",
  scss: "scss",
  less: "less",
  styl: "stylus",
  sass: "sass",
  svg: "svg",
  pdf: "pdf",
  docx: "docx",
  doc: "doc",
  xlsx: "xlsx",
  xlsm: "xlsx",
  xlsb: "xlsx",
  xltx: "xlsx",
  xltm: "xlsx",
  xls: "xls",
  pptx: "pptx",
  pptm: "pptx",
  ppsx: "pptx",
  ppsm: "pptx",
  potx: "pptx",
  potm: "pptx",
  ppt: "ppt",
  pps: "ppt",
  pot: "ppt",
  jpg: "jpg",
  jpeg: "jpg",
  jpe: "jpg",
  png: "png",
  gif: "gif",
  bmp: "bmp",
  tiff: "tiff",
  tif: "tiff",
  webp: "webp",
  ppm: "ppm",
  pbm: "pbm",
  pgm: "pgm",
  pnm: "pnm",
  odt: "odt",
  ods: "ods",
  odp: "odp",
  epub: "epub"
} as const satisfies Readonly<Record<string, FileType>>

/** The extensions that a caller may name. */
export type FileExtension = keyof typeof typeOfExtension

/** @internal */
export const fileExtensions = Object.keys(typeOfExtension) as ReadonlyArray<FileExtension>

/** What an extension must be, for messages: all of them are too many to be read there. @internal */
export const extensionExpected = "the extension of a kind of file that is read, such as pdf, docx, xlsx, csv or txt"

/** The kind of a file with this extension, in any case and with or without a dot; null for one that nobody knows. */
export const fileTypeOf = (extension: string): FileType | null => {
  const name = extension.toLowerCase().replace(/^\./, "")
  return Object.hasOwn(typeOfExtension, name) ? typeOfExtension[name as FileExtension] : null
}

/** Kinds that are text: what they hold can be decoded and shown as it is. */
const textTypes: ReadonlySet<FileType> = new Set([
  ...([
    "html",
    "xml",
    "json",
    "jsonl",
    "text",
    "csv",
    "tsv",
    "markdown",
    "yaml",
    "python",
    "java",
    "javascript"
  ] as const),
  ...(["php", "shell", "ruby", "typescript", "srt", "css", "scss", "less", "stylus", "sass", "svg"] as const)
])

/** Whether what is of this kind is text. RTF is text to its software only. */
export const isTextType = (type: FileType): boolean => textTypes.has(type)

/** Whether what is of this kind is a picture in pixels. */
export const isImageType = (type: FileType): boolean => imageTypes.has(type)

/** What a page may be called that was scraped (contract/scrape.md §2, `type`). */
export const PageType = Schema.Literals([
  "html",
  "xml",
  "json",
  "text",
  "csv",
  "markdown",
  "svg",
  "pdf",
  "docx",
  "doc",
  "xlsx",
  "xls",
  "pptx",
  "ppt"
])
export type PageType = typeof PageType.Type

const isPageType = Schema.is(PageType)

/** What a kind is called among those of pages: what is answered as its own text is text, and what becomes markup is HTML. @internal */
export const pageTypeOf = (type: FileType): PageType =>
  isPageType(type) ? type : type === "jsonl" || type === "tsv" ? "text" : "html"
