/** What each element of HTML becomes in Markdown. */
import type { PageElement } from "../PageTree.ts"

export const kinds = {
  inline: 0,
  dropped: 1,
  strong: 2,
  emphasis: 3,
  deletion: 4,
  link: 5,
  code: 6,
  image: 7,
  lineBreak: 8,
  raised: 9,
  quote: 10,
  ruby: 11,
  control: 12,
  input: 13,
  noscript: 14,
  frame: 15,
  select: 16,
  /** From here on, elements that start and end lines. */
  block: 20,
  heading: 21,
  list: 22,
  item: 23,
  preformatted: 24,
  quotation: 25,
  table: 26,
  rule: 27,
  term: 28,
  option: 29
} as const

const names: ReadonlyArray<readonly [number, string]> = [
  [
    kinds.dropped,
    "area base basefont canvas datalist embed frame frameset head link meta meter noembed noframes object " +
      "param progress rp script source style textarea title track"
  ],
  [kinds.strong, "b strong"],
  [kinds.emphasis, "em i"],
  [kinds.deletion, "del s strike"],
  [kinds.link, "a"],
  [kinds.code, "code kbd samp tt"],
  [kinds.image, "img"],
  [kinds.lineBreak, "br"],
  [kinds.raised, "sup sub"],
  [kinds.quote, "q"],
  [kinds.ruby, "rt"],
  [kinds.control, "button"],
  [kinds.input, "input"],
  [kinds.noscript, "noscript"],
  [kinds.select, "select"],
  [kinds.frame, "audio iframe video lite-youtube lite-vimeo youtube-video"],
  [
    kinds.block,
    "address article aside body caption center dd details dialog div dl fieldset figcaption figure footer form header " +
      "hgroup html legend main nav optgroup p search section tbody td tfoot th thead tr"
  ],
  [kinds.heading, "h1 h2 h3 h4 h5 h6"],
  [kinds.list, "ul ol menu dir"],
  [kinds.item, "li"],
  [kinds.preformatted, "pre listing plaintext xmp"],
  [kinds.quotation, "blockquote"],
  [kinds.table, "table"],
  [kinds.rule, "hr"],
  [kinds.term, "dt summary"],
  [kinds.option, "option"]
]

const kindsByName = new Map(names.flatMap(([kind, list]) => list.split(" ").map((name) => [name, kind] as const)))

export const kindOf = (element: PageElement): number => kindsByName.get(element.name) ?? kinds.inline
