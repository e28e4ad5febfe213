/** Names of classes, ids and elements of what changes by itself. They are hints: what an element holds decides. */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** A name counts when a word of it tells the kind and all its others say no more than what a box it is, and where. */
export interface Vocabulary {
  readonly kind: NoiseKind
  readonly telling: ReadonlySet<string>
  readonly others: ReadonlySet<string>
  /** With one of these beside the telling word; empty asks for none. */
  readonly beside: ReadonlySet<string>
}

const boxes = `area block body bottom box btn button buttons card center col column component container desktop first float
  floating footer frame grid header holder horizontal icon icons id inline inner item items js label large last left list
  main middle mobile module outer panel parent placeholder rail right row section side sidebar size slot small sticky tablet
  tag text title top unit vertical widget widgets wrap wrapper`

const publications = "article blog content entry home news page post single site story"

export const vocabularies: ReadonlyArray<Vocabulary> = [
  {
    kind: "advertisement",
    telling:
      words(`ad ads adv advert adverts advertisement advertisements advertising adbanner adbox adcontainer adholder adslot
      adspace adspot adsense adunit adwrapper adzone adsbygoogle dfp gpt googlead taboola outbrain anzeige anzeigen werbung
      publicidad publicite pubblicita publicidade reklama reklame`),
    others:
      words(`${boxes} ${publications} amp banner between billboard div google iframe ins leaderboard mpu native network rectangle
      responsive skyscraper space sponsored spot zone`),
    beside: new Set()
  },
  {
    kind: "advertisement",
    telling: words("sponsored promoted paid"),
    others: words(`${boxes} content link links post posts stories story`),
    beside: words("content link links post posts stories story")
  },
  {
    kind: "related",
    telling:
      words(`related recommended recommendation recommendations suggested similar trending mostread mostviewed popular
      recirc recirculation`),
    others:
      words(`${boxes} ${publications} articles carousel for links posts products reading reads slider stories topics
      videos you`),
    beside: words(
      "articles links posts products reading reads stories videos article post story content news you recirc"
    )
  },
  {
    kind: "related",
    telling:
      words(`relatedposts relatedarticles relatedcontent relatedstories relatednews relatedlinks recirc mostread mostviewed
      crosssell upsells alsolike`),
    others: words(`${boxes} ${publications} may you`),
    beside: new Set()
  },
  { kind: "related", telling: words("related"), others: words(boxes), beside: new Set() },
  {
    kind: "sharing",
    telling:
      words(`share sharing sharebar sharebutton sharebuttons sharelinks sharetools sharethis sharedaddy socialshare addthis
      addtoany a2a shariff ssk like likebutton likebox tweet retweet`),
    others:
      words(`${boxes} ${publications} bar count counts default dropdown email facebook fb fixed icons kit link linkedin
      links menu native on pinterest reddit sd social telegram this toggle toolbar toolbox tools trigger twitter via whatsapp x`),
    beside: new Set()
  },
  {
    kind: "counter",
    telling:
      words(`view views pageview pageviews hit hits visit visits visitor visitors read reads like likes share shares comment
      comments reply replies reaction reactions clap claps viewer viewers play plays`),
    others: words(`${boxes} ${publications} count counter counters counts num number page stat stats total video`),
    beside: words("count counter counters counts num number stat stats total")
  },
  {
    kind: "counter",
    telling: words(
      "viewcount viewscount pageviews postviews likecount likescount sharecount commentcount commentscount hitcounter"
    ),
    others: words(`${boxes} ${publications}`),
    beside: new Set()
  },
  { kind: "counter", telling: words("views"), others: words(publications), beside: new Set() },
  {
    kind: "byline",
    telling:
      words(`byline bylines dateline timeago timestamp datetime pubdate ago age time date posted published updated meta
      author`),
    others:
      words(`${boxes} ${publications} ago and at author by byline created data date display edited info last meta modified
      name on posted publish published relative since stamp time update updated when writer`),
    beside: new Set()
  }
]

/** Names that stand for a whole line of who wrote something and when, and those that do of what is published. */
export const lines = words("byline bylines dateline")
export const publishedLines = words("meta author")
export const published = words("article blog entry news post story")

/** What a name says. */
export interface NameHint {
  /** The kinds that the element may be of. */
  readonly kinds: ReadonlyArray<NoiseKind>
  /** Whether it names a line about an author and a time, and not the time alone. */
  readonly line: "yes" | "maybe" | "no"
}

export const none: NameHint = { kinds: [], line: "no" }

/** `adSlot`, `ad-slot` and `ad_slot` are two words each; numbers are none. */
const wordsIn = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => (word !== "" && !/^(?:[a-z]|\d+|\d+x\d+)$/.test(word)) || word === "x")

const isOf = (name: ReadonlyArray<string>, { beside, others, telling }: Vocabulary): boolean =>
  name.some((word) => telling.has(word)) &&
  name.every((word) => telling.has(word) || others.has(word)) &&
  (beside.size === 0 || name.some((word) => beside.has(word)))

/** Longer names, and more of them, are made by machines. */
export const maxName = 60
export const maxNames = 32

const hintOfName = (name: string): NameHint => {
  if (name.length > maxName) return none
  const parts = wordsIn(name)
  const kinds = new Set(vocabularies.filter((vocabulary) => isOf(parts, vocabulary)).map(({ kind }) => kind))
  if (kinds.size === 0) return none
  const isOfPublished = parts.some((word) => publishedLines.has(word)) && parts.some((word) => published.has(word))
  return { kinds: [...kinds], line: parts.some((word) => lines.has(word)) ? "yes" : isOfPublished ? "maybe" : "no" }
}

/** What the names in a `class` or an `id` say, each by itself, word by word. */
export const hintOfEach = (value: string): NameHint => joined(value.split(/\s+/, maxNames).map(hintOfName))

/** What the names of an element say together. */
export const joined = (hints: ReadonlyArray<NameHint>): NameHint => {
  const kinds = [...new Set(hints.flatMap((hint) => hint.kinds))]
  const line = (["yes", "maybe"] as const).find((answer) => hints.some((hint) => hint.line === answer)) ?? "no"
  return kinds.length === 0 ? none : { kinds, line }
}
