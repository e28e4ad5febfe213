/** Which rules of tree building a tag of HTML is under, as far as plain markup needs them. */
import { html } from "parse5"

/** The tree's own rules decide: nobody but parse5 reads such a page. */
export const decided = 1
/** Closes an open paragraph. */
export const blockTag = 2
export const headingTag = 3
export const itemTag = 4
/** Kept in the list of active formatting elements. */
export const formattingTag = 5
/** Has neither content nor an end tag. */
export const voidTag = 6
export const optionTag = 7
/** Its content is text to its end tag, in which only references count. */
export const escapableTag = 8
/** Its content is text to its end tag. */
export const rawTag = 9
export const scriptTag = 10
/** A part of a table. */
export const tableTag = 11
/** A void element of the head, wherever it stands. */
export const headTag = 12
/** A part of the page's own frame: `html`, `head`, `body`. */
export const frameTag = 13

const rules: ReadonlyMap<html.TAG_ID, number> = new Map(
  (
    [
      [
        decided,
        "applet basefont bgsound frame frameset image keygen listing marquee math nobr noembed noframes object plaintext " +
          "rb rp rt rtc template xmp"
      ],
      [
        blockTag,
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup " +
          "main menu nav ol p search section summary ul form pre hr table"
      ],
      [headingTag, "h1 h2 h3 h4 h5 h6"],
      [itemTag, "li dd dt"],
      [formattingTag, "a b big code em font i s small strike strong tt u"],
      [voidTag, "area br embed img input param source track wbr"],
      [optionTag, "optgroup option"],
      [escapableTag, "textarea title"],
      [rawTag, "iframe noscript style"],
      [scriptTag, "script"],
      [tableTag, "caption col colgroup tbody td tfoot th thead tr"],
      [headTag, "base link meta"],
      [frameTag, "body head html"]
    ] as const
  ).flatMap(([rule, names]) => names.split(" ").map((name) => [html.getTagID(name), rule] as const))
)

/** Zero is an element without rules of its own. */
const ruleOfId: ReadonlyArray<number> = Array.from(
  { length: Math.max(...rules.keys()) + 1 },
  (_, id) => rules.get(id as html.TAG_ID) ?? 0
)

export const ruleOf = (id: html.TAG_ID): number => ruleOfId[id] ?? 0

const { TAG_ID: tag } = html

/** Closed by whatever cannot stand inside them. */
export const isImplied = (id: html.TAG_ID): boolean =>
  id === tag.P || id === tag.LI || id === tag.DD || id === tag.DT || id === tag.OPTION || id === tag.OPTGROUP

/** Tables and their parts in which text may not stand. */
export const holdsNoText = (id: html.TAG_ID): boolean =>
  id === tag.TABLE || id === tag.TR || id === tag.COLGROUP || isRowGroup(id)

export const isRowGroup = (id: html.TAG_ID): boolean => id === tag.TBODY || id === tag.THEAD || id === tag.TFOOT

export const isCell = (id: html.TAG_ID): boolean => id === tag.TD || id === tag.TH
