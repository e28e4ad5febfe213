/** Which reader reads what kind of file. Readers are loaded when a file first needs them: most of them weigh something. */
import type { MoreTime } from "@kittiwake/children/internal/answerRequests"
import { imageTypes } from "@kittiwake/core/internal/pages/domain/imageTypes"
import { codeLanguage } from "../text/codeLanguage.ts"
import { countNodes } from "./countNodes.ts"
import type { Fragment } from "./Fragment.ts"
import { outputCharacters, pageNodes } from "./limits.ts"
import type { FileToRead } from "./ReadOptions.ts"
import { corrupt, tooManyNodes, tooMuchText, Unreadable } from "./Unreadable.ts"

/** Reads a file of any kind but HTML, which pages are read by. */
export const readFile = async (file: FileToRead, more: MoreTime): Promise<Fragment> => {
  if (file.bytes.length === 0) throw corrupt("The file is empty.")
  const read = await readAs(file, more)
  if (read.html.length > outputCharacters || (read.markdown?.length ?? 0) > outputCharacters) {
    throw tooMuchText()
  }
  const isRead = read.markdown === null || file.markdownSuffices !== true
  if (isRead && countNodes(read.html, pageNodes) > pageNodes) throw tooManyNodes()
  return read
}

const readAs = async (file: FileToRead, more: MoreTime): Promise<Fragment> => {
  const { type } = file
  if (imageTypes.has(type)) return (await import("../pictures/readPicture.ts")).readPicture(file)
  switch (type) {
    case "pdf":
      return (await import("../pdf/readPdf.ts")).readPdf(file, more)
    case "docx":
      return (await import("../office/readDocx.ts")).readDocx(file)
    case "doc":
      return (await import("../office/readDoc.ts")).readDoc(file)
    case "xlsx":
    case "xls":
    case "ods":
      return (await import("../office/readSheets.ts")).readSheets(file)
    case "pptx":
      return (await import("../office/readPptx.ts")).readPptx(file)
    case "ppt":
      return (await import("../office/readPpt.ts")).readPpt(file)
    case "odt":
    case "odp":
      return (await import("../office/readOdf.ts")).readOdf(file)
    case "epub":
      return (await import("../office/readEpub.ts")).readEpub(file)
    case "rtf":
      return (await import("../office/readRtf.ts")).readRtf(file)
    case "html":
      throw new Unreadable("unsupported_content", "HTML is read as a page, not as a document.")
    default:
      return readText(file, takeText(file))
  }
}

/** The text of a file, whose bytes are given back at once: the largest would stay until something is collected. */
const takeText = ({ bytes }: FileToRead): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw corrupt("The file is not the text that its type says.")
  } finally {
    if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0)
  }
}

const readText = async ({ markdownSuffices, type, url: from }: FileToRead, text: string): Promise<Fragment> => {
  const url = from ?? null
  const [plain, table] = await Promise.all([import("../text/readPlain.ts"), import("../text/readData.ts")])
  switch (type) {
    case "text":
    case "markdown":
      return plain.readPlain(text, type, markdownSuffices)
    case "srt":
      return plain.readSubtitles(text)
    case "csv":
    case "tsv":
      return table.readDelimited(text, type)
    case "json": {
      const feed = (await import("../text/readJsonFeed.ts")).readJsonFeed(text, url)
      return feed === null
        ? table.readJson(text, markdownSuffices)
        : (await import("../text/feedFragment.ts")).feedFragment(feed)
    }
    case "jsonl":
      return table.readJsonLines(text, markdownSuffices)
    case "xml":
      return (await import("../text/readXml.ts")).readXml(text, markdownSuffices, url)
    case "svg":
      return (await import("../text/readXml.ts")).readSvg(text)
    default:
      return plain.readCode(text, codeLanguage(type) ?? type, markdownSuffices)
  }
}
