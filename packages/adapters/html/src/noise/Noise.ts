/**
 * Tells the parts of a page that change by themselves: advertisements, lists of related pages, share and like buttons,
 * counters, and times told from now.
 *
 * **Details** What an element is called is a hint, and what it holds decides. Lost content is worse than kept noise, which
 * is told as a flicker at worst: nothing that holds a table, the page's title or its main content is noise, and nothing that
 * is longer than noise of its kind is. `readHtml.ts` takes a kind back that would take too much of the page.
 */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"
import { html } from "parse5"
import type { PageElement } from "../PageTree.ts"
import { isAdLabel, isHeadOfRelated } from "./heads.ts"
import { hintOfNames } from "./hintOfNames.ts"
import type { NameHint } from "./noiseNames.ts"
import { holdsRelativeTime, isRelativeTime } from "./relativeTime.ts"
import { makeLooks, type Shape, shapeOf } from "./shapeOf.ts"

/** A part of a page that is left out. */
export interface Piece {
  readonly kind: NoiseKind
  readonly characters: number
  readonly element: string
}

/** More of a kind is not looked for in one element. */
const most: { readonly [K in NoiseKind]: { readonly length: number; readonly elements: number } } = {
  advertisement: { length: 600, elements: 200 },
  related: { length: 6_000, elements: 1_000 },
  sharing: { length: 200, elements: 150 },
  counter: { length: 60, elements: 20 },
  byline: { length: 160, elements: 40 }
}

/** What a page is read for, or laid out with. */
const never = new Set(
  "html head body main article h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr td th dl dt dd li form label pre code math".split(
    " "
  )
)

/** Where only what cannot be a value is noise. */
const inRows: ReadonlySet<NoiseKind> = new Set(["advertisement", "byline"])

const none: ReadonlyArray<NoiseKind> = []
const adOnly: ReadonlyArray<NoiseKind> = ["advertisement"]
const sharingOnly: ReadonlyArray<NoiseKind> = ["sharing"]
const bylineOnly: ReadonlyArray<NoiseKind> = ["byline"]

const adAttributes = new Set(["data-ad", "data-ad-slot", "data-ad-unit"])

const joined = (some: ReadonlyArray<NoiseKind>, more: ReadonlyArray<NoiseKind>): ReadonlyArray<NoiseKind> =>
  more.length === 0 ? some : some.length === 0 ? more : [...new Set([...some, ...more])]

export class Noise {
  readonly looks = makeLooks()
  private readonly names = new Map<string, NameHint>()
  private last: PageElement | undefined
  private lastKinds = none

  /** The kinds that an element may be of by its name, role or label: it has to be looked into. */
  kindsOf(element: PageElement, isInRow: boolean): ReadonlyArray<NoiseKind> {
    if (element !== this.last) {
      this.last = element
      this.lastKinds = this.kindsNamed(element)
    }
    const kinds = this.lastKinds
    return isInRow && kinds.length > 0 ? kinds.filter((kind) => inRows.has(kind)) : kinds
  }

  private kindsNamed({ attributes, name, namespace }: PageElement): ReadonlyArray<NoiseKind> {
    if (namespace !== html.NS.HTML || never.has(name)) return none
    let kinds = name === "time" ? bylineOnly : name === "button" ? sharingOnly : none
    if (name.includes("-")) kinds = joined(kinds, this.hintOf(name).kinds)
    for (const { name: attribute, value } of attributes) {
      switch (attribute.length) {
        case 2:
          if (attribute === "id") kinds = joined(kinds, this.hintOf(value).kinds)
          break
        case 5:
          if (attribute === "class") kinds = joined(kinds, this.hintOf(value).kinds)
          break
        default:
          if (attribute === "aria-label") kinds = joined(kinds, kindsOfLabel(value))
          else if (adAttributes.has(attribute)) kinds = joined(kinds, adOnly)
      }
    }
    return kinds
  }

  /** What of those kinds it is; undefined when it is none. */
  judge(element: PageElement, kinds: ReadonlyArray<NoiseKind>): Piece | undefined {
    for (const kind of kinds) {
      const shape = shapeOf(element, most[kind], this.looks)
      if (shape !== undefined && shape.length > 0 && this.isOf(kind, element, shape))
        return pieceOf(kind, element, shape)
    }
    return undefined
  }

  private isOf(kind: NoiseKind, element: PageElement, shape: Shape): boolean {
    if (shape.holdsContent) return false
    const text = shape.pieces.join(" ")
    switch (kind) {
      case "advertisement":
        return shape.sections === 0
      case "related":
        return leadsElsewhere(shape)
      case "sharing":
        return shape.sections === 0 && isSharing(element, shape)
      case "counter":
        return isCount(text)
      case "byline":
        return isRelativeTime(text) || (this.isLine(element, text) && holdsRelativeTime(text) && !isValue.test(text))
    }
  }

  /** What only may be about an author, such as `post-meta`, has to say so. */
  private isLine({ attributes }: PageElement, text: string): boolean {
    const lines = attributes.map(({ name, value }) =>
      name === "class" || name === "id" ? this.hintOf(value).line : "no"
    )
    return (
      lines.includes("yes") ||
      (lines.includes("maybe") && /(?<!\p{L})(?:by|von|par|por|di|door|av|af|przez|автор)(?!\p{L})/iu.test(text))
    )
  }

  /** Pages repeat few names many times. */
  private hintOf(value: string): NameHint {
    const known = this.names.get(value)
    if (known !== undefined) return known
    const found = hintOfNames(value)
    this.names.set(value, found)
    return found
  }
}

/** A list that holds titles of other pages, and little besides: at least two links, and a third of its words in them. */
export const leadsElsewhere = ({ holdsContent, length, linked, links }: Shape): boolean =>
  !holdsContent && links >= 2 && linked * 3 >= length && length <= links * 300

/** What was left out, by its kind and name. */
export const pieceOf = (kind: NoiseKind, element: PageElement, { length }: Shape): Piece => ({
  kind,
  characters: length,
  element: nameOf(element)
})

const maxShown = 40

const nameOf = ({ attributes, name }: PageElement): string => {
  const id = attributes.find((attribute) => attribute.name === "id")?.value.trim()
  const classes = attributes.find((attribute) => attribute.name === "class")?.value.trim()
  const shown = id ? `${name}#${id}` : classes ? `${name}.${classes.split(/\s+/, 2).join(".")}` : name
  // A name may hold anything, and is shown in one line.
  return shown
    .replace(/[^\p{L}\d_.#:-]/gu, "")
    .slice(0, maxShown)
    .toWellFormed()
}

/** Amounts, shares and prices are what somebody may watch. */
const isValue = /[%$€£¥₹]|\b(?:USD|EUR|GBP|CHF)\b/

/** What a counter says besides its number; "12 rooms with sea views" says more. */
const countWords = new Set(
  `views view viewed times time reads read readers reader comments comment replies reply shares share likes like followers follower
  following subscribers visits visitors visit hits plays downloads people watching online now users members reactions claps votes
  upvotes points k m mio tsd mil total so far this page post article has have been of by and aufrufe ansichten kommentare gelesen mal
  leser besucher vues lectures commentaires lecteurs vistas lecturas comentarios visitas visualizzazioni letture commenti
  visualizações leituras weergaven reacties gelezen keer wyświetleń komentarzy просмотров просмотра комментариев visningar kommentarer
  görüntülenme yorum 浏览 浏览量 阅读 阅读量 评论 次 閲覧 閲覧数 回 コメント 조회 조회수 댓글 회`.split(/\s+/)
)

const isCount = (text: string): boolean =>
  /\d/.test(text) &&
  !isValue.test(text) &&
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => countWords.has(word))

/** Where things are shared, and what buttons that do so say. */
const shareWords = new Set(
  `share shares sharing shared tweet tweets retweet like likes liked pin facebook twitter linkedin whatsapp whats telegram reddit
  pinterest tumblr mastodon bluesky teilen gefällt partager aime compartir gusta condividi piace compartilhar curtir delen leuk
  udostępnij lubię поделиться нравится dela gilla del paylaş beğen シェア いいね 分享 赞 공유 좋아요`.split(/\s+/)
)

/** What else they say. */
const shareFillers = new Set(
  `it post save email e mail copy link print x app threads messenger line vk xing pocket flipboard hacker news instapaper sms mir
  merken drucken j imprimer me mi vind ik to this article page story on via with auf per sur en por su in op na diesen artikel
  beitrag cet esta este and or`.split(/\s+/)
)

/** The longest thing that is said about sharing. */
const maxPiece = 60

const isCountWord = (word: string): boolean => /^\d+[kKmM]?$/.test(word)

const isShareText = (text: string): boolean =>
  text.length <= maxPiece &&
  !isValue.test(text) &&
  (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).every(
    (word) => shareWords.has(word) || shareFillers.has(word) || isCountWord(word)
  )

const tellsOfSharing = (text: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => shareWords.has(word))

/** A number alone in a box called `share` may be one of a company. */
const isSharing = ({ name }: PageElement, { buttons, links, pieces }: Shape): boolean =>
  pieces.every(isShareText) && pieces.some(tellsOfSharing) && (name === "button" || links + buttons > 0)

const kindsOfLabel = (label: string): ReadonlyArray<NoiseKind> =>
  label.length > maxPiece
    ? []
    : isAdLabel(label)
      ? ["advertisement"]
      : isShareText(label) && tellsOfSharing(label)
        ? ["sharing"]
        : isHeadOfRelated(label)
          ? ["related"]
          : []
