/** Rich Text Format. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { corrupt } from "../reading/Unreadable.ts"
import { codePageOfFont } from "./codePages.ts"
import { shortText } from "./coreProperties.ts"
import { makeRtfBody, type RtfBody } from "./RtfBody.ts"
import { rtfTokens } from "./rtfTokens.ts"

/** What a group does with its text. */
type Destination = "body" | "skip" | "title" | "author" | "instruction" | "marker" | "style"

interface Group {
  readonly destination: Destination
  /** Bytes that follow a character given by its number, for software that does not know it. */
  readonly skips: number
  /** The font that is set; null for none. */
  readonly font: number | null
}

const destinations: ReadonlyMap<string, Destination> = new Map(
  Object.entries({
    title: "title",
    author: "author",
    fldinst: "instruction",
    fldrslt: "body",
    shpinst: "body",
    shptxt: "body",
    do: "body",
    dptxbxtext: "body",
    nesttableprops: "body",
    pntext: "marker",
    listtext: "marker"
  })
)

const skipped = new Set(
  (
    "colortbl info pict object header headerl headerr headerf footer footerl footerr footerf footnote annotation " +
    "listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl bkmkstart " +
    "bkmkend nonshppict nonesttables shprslt sp datafield atnid atnauthor atndate pnseclvl filetbl revtbl comment operator mmathPr private"
  ).split(" ")
)

const symbols: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  lbr: "\n",
  enspace: " ",
  emspace: " ",
  qmspace: " ",
  pmartabql: "\t",
  pmartabqc: "\t",
  pmartabqr: "\t",
  pindtabql: "\t",
  pindtabqc: "\t",
  pindtabqr: "\t",
  emdash: "\u2014",
  endash: "\u2013",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  bullet: "\u2022",
  "~": "\u00a0",
  _: "\u2011",
  "-": ""
}

const deepest = 1_000
const mostFonts = 10_000

/** Reads the body. Pictures, notes, headers and footers are left out. */
export const readRtf = async ({ bytes }: FileToRead): Promise<Fragment> => {
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") !== "{\\rtf") throw corrupt("The file is not Rich Text.")
  const headings = new Map<number, number>()
  let body = makeRtfBody(headings)
  /** Bodies around that of the text box that is open, and how many groups were open where each box began. */
  const around: Array<{ readonly body: RtfBody; readonly depth: number }> = []
  const texts: Record<"title" | "author", string> = { title: "", author: "" }
  const groups: Array<Group> = []
  let group: Group = { destination: "body", skips: 1, font: null }
  let styleName = ""
  let styleNumber = 0
  let mayBeUnknown = false
  let inStylesheet = 0
  let inFonts = 0
  const codePages = new Map<number, number>()
  const state = {
    skips: () => group.skips,
    fontCodePage: () => (group.font === null ? null : (codePages.get(group.font) ?? null))
  }
  /** The first half of a character that is written in two. */
  let half = ""
  const put = (piece: string) => {
    const whole = half + piece
    half = /[\ud800-\udbff]$/.exec(whole)?.[0] ?? ""
    const text = half === "" ? whole : whole.slice(0, -1)
    if (group.destination === "body") body.text(text)
    else if (group.destination === "title" || group.destination === "author") texts[group.destination] += text
    else if (group.destination === "instruction") body.instruction(text)
    else if (group.destination === "marker") body.marker(text)
    else if (group.destination === "style") styleName += text
  }
  for (const token of rtfTokens(bytes, state)) {
    if (token.kind === "open") {
      if (groups.length >= deepest) throw corrupt("The groups of the file are nested too deep.")
      groups.push(group)
      if (inStylesheet > 0 && groups.length === inStylesheet + 1) {
        styleName = ""
        styleNumber = 0
        group = { ...group, destination: "style" }
      }
    } else if (token.kind === "close") {
      if (group.destination === "style" && groups.length === inStylesheet + 1) body.style(styleNumber, styleName)
      if (groups.length === inStylesheet) inStylesheet = 0
      if (groups.length === inFonts) inFonts = 0
      const before = group.destination
      group = groups.pop() ?? group
      if (before === "body") body.closeGroup(groups.length)
      const box = around.at(-1)
      if (box !== undefined && groups.length < box.depth) {
        const html = body.end()
        body = box.body
        body.box(html)
        around.pop()
      }
    } else if (token.kind === "text") put(token.text)
    else if (token.word === "*") mayBeUnknown = true
    else {
      const { number, word } = token
      const known = destinations.get(word)
      if (word === "uc") group = { ...group, skips: Math.min(Math.max(number ?? 1, 0), 16) }
      else if (word === "f") group = { ...group, font: number }
      else if (word === "plain" && inFonts === 0) {
        group = { ...group, font: null }
        if (group.destination === "body") body.control(word, number)
      } else if (word === "fcharset" && inFonts > 0) {
        const codePage = codePageOfFont.get(number ?? 0)
        if (codePage !== undefined && group.font !== null && codePages.size < mostFonts)
          codePages.set(group.font, codePage)
      } else if (word === "stylesheet") inStylesheet = groups.length
      else if (word === "info") group = { ...group, destination: "skip" }
      else if (word === "fonttbl") {
        inFonts = groups.length
        group = { ...group, destination: "skip" }
      } else if (skipped.has(word) || (mayBeUnknown && known === undefined)) group = { ...group, destination: "skip" }
      else if (known !== undefined) {
        if (known === "body" && group.destination === "skip") {
          mayBeUnknown = false
          continue
        }
        group = { ...group, destination: known }
        if (word === "shptxt" || word === "dptxbxtext") {
          around.push({ body, depth: groups.length })
          body = makeRtfBody(headings)
        }
      } else if (word === "field") body.openField(groups.length)
      else if (word === "s" && group.destination === "style") styleNumber = number ?? 0
      else if (Object.hasOwn(symbols, word)) put(symbols[word] ?? "")
      else if (group.destination === "body") body.control(word, number)
      mayBeUnknown = false
    }
  }
  for (let box = around.pop(); box !== undefined; box = around.pop()) {
    box.body.box(body.end())
    body = box.body
  }
  return fragment(body.end(), { title: shortText(texts.title), author: shortText(texts.author) })
}
