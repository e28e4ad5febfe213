/** Brings what was expected and what was found to the same terms before they are compared. */
import type { Content } from "./contenders.ts"

/** The first heading of a page, with what little stands above it. */
const titleInHtml = /^((?:(?!<p\b|<h[1-6]\b)[\s\S]){0,4000}?)<h1\b[^>]*>([\s\S]*?)<\/h1>/i
const titleInMarkdown = /^((?:(?!#).*\n){0,6})# (.*)\n?/

/** Lines of the expected text in which its title is looked for. */
const firstLines = 6

const wordsOf = (text: string) =>
  text
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ")
    .toLowerCase() ?? ""

/** Whether one of the first lines is the title, or part of it, and nothing else. */
const beginsWith = (expected: string, title: string): boolean =>
  expected
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, firstLines)
    .some(
      (line) =>
        wordsOf(line).length * 2 >= wordsOf(title).length && ` ${wordsOf(title)} `.includes(` ${wordsOf(line)} `)
    )

const cut = (text: string, title: RegExp, expected: string): string =>
  text.replace(title, (all, above: string, words: string) =>
    beginsWith(expected, words.replace(/<[^>]*>|\]\([^)]*\)/g, " ")) ? all : above
  )

/** Ours loses its first heading where the expected text does not begin with it; the peers' is taken as it is. */
export const bodyHtml = ({ html, isOurs }: Content, expected: string): string =>
  isOurs ? cut(html, titleInHtml, expected) : html

export const bodyMarkdown = ({ isOurs, markdown }: Content, expected: string): string =>
  isOurs ? cut(markdown, titleInMarkdown, expected) : markdown

export const bodyText = ({ isOurs, words }: Content, expected: string): string =>
  isOurs ? plain(cut(words, titleInMarkdown, expected)) : words

/** Those that set emphasis off, and not those inside names. */
const underscores = /(?<![\p{L}\p{N}\\])_|(?<!\\)_(?![\p{L}\p{N}])/gu

/** Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^(?:\s*(?:[-*>]|\d+[.)]) )*(?:#{1,6} )?/gm, "")
    .replace(/^\|(?: :?-+:? \|)+$/gm, "")
    .replace(/(?<!\\)(?:\*{1,3}|~~)|<\/?(?:su[bp]|strong|em|del|code)>/g, "")
    .replace(underscores, "")
    .replace(/<br>/g, " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")

/**
 * Markdown whose marks are no words: backslashes before them, raised numbers, kinds of callouts and titles that repeat them, tags of
 * tables and players, and the page's address in its own links.
 */
export const withoutMarks = (markdown: string, url: string): string =>
  markdown
    .replaceAll(`](${url}#`, "](#")
    .replaceAll(`](${url}/#`, "](#")
    .replace(underscores, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/<\/?(?:su[bp]|strong|em|del|code)>|<br\s*\/?>/g, "")
    .replace(/^([> ]*)\[!(\w+)\][-+]?(?: \2(?=\s*$))?/gim, "$1")
    .replace(/<\/?(?:table|thead|tbody|tfoot|tr|t[dh]|caption|colgroup|col)\b[^<>]*>/g, " ")
    .replace(/<(?:iframe|video|audio)\b[^<>]*?\ssrc="([^"]*)"[^<>]*>|<\/(?:iframe|video|audio)>/g, " $1 ")

/** Markdown without the addresses that its links and pictures lead to: what a reader reads. */
export const withoutAddresses = (markdown: string): string =>
  markdown.replace(/\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, "]").replace(/<?https?:\/\/[^\s<>()[\]]+>?/g, "")
