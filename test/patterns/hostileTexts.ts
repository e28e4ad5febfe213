/** Texts that a regular expression may take long for, made of what it looks for itself. */

/** One piece of a pattern with how often it may stand there. */
interface Piece {
  readonly least: number
  readonly most: number
  readonly isOptional: boolean
  /** Ways to meet it once, the first of which stands for it before others. */
  readonly samples: ReadonlyArray<string>
  /** What stands within a group. */
  readonly branches: ReadonlyArray<ReadonlyArray<Piece>>
  /** What must not stand there: `(?!…)`. */
  readonly isRefused: boolean
}

/** Characters that classes are tried with: blanks first, which pages have without end. */
const tried = [..." \n\ta1A.,-:;/'\"_@()[]{}<>=&?!#*+|$%€\u00a0\u200bé日ア가0bZ~^\\`\u0301ـא🦰"]

/** Samples kept of one class, and of one group. */
const maxSamples = 5
const maxWays = 20

/** Ends that are tried of those that are refused behind a group, and ways to take the group that are tried with each. */
const maxRefused = 8
const maxUnits = 8

/** A quantifier that goes on for less is no matter. */
const long = 16

class PatternReader {
  private at = 0
  private readonly source: string
  private readonly flags: string

  constructor({ flags, source }: RegExp) {
    this.source = source
    this.flags = flags.replaceAll(/[gy]/g, "")
  }

  read(): ReadonlyArray<ReadonlyArray<Piece>> {
    const branches: Array<Array<Piece>> = [[]]
    while (this.at < this.source.length && this.source[this.at] !== ")") {
      if (this.source[this.at] === "|") {
        this.at += 1
        branches.push([])
      } else branches.at(-1)!.push(this.piece())
    }
    return branches
  }

  private piece(): Piece {
    const start = this.at
    if (this.source[start] === "(") return this.group()
    const atom = this.atom()
    const samples = /^(?:[\^$]|\\[bB]|\\\d+|\\k<.*>)$/.test(atom) ? [""] : this.samplesOf(atom)
    return { ...this.quantifier(), samples, branches: [], isRefused: false }
  }

  private group(): Piece {
    const [opening] = /^\((?:\?(?:<?[=!]|[ims]*-?[ims]*:|<[^>]*>))?/.exec(this.source.slice(this.at))!
    this.at += opening.length
    const branches = this.read()
    this.at += 1
    // What is looked at and not taken stands before or behind.
    const samples = /[=!]$/.test(opening) ? [""] : ambiguousFirst(branches).slice(0, maxWays)
    return { ...this.quantifier(), samples, branches, isRefused: opening === "(?!" }
  }

  private atom(): string {
    const rest = this.source.slice(this.at)
    const found =
      /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|.)|[^[])/su.exec(rest)
    const atom = found === null ? rest.slice(0, classEnd(rest, this.flags.includes("v"))) : found[0]
    this.at += atom.length
    return atom
  }

  private samplesOf(atom: string): ReadonlyArray<string> {
    if (atom.length === 1 && atom !== ".") return [atom]
    const one = new RegExp(`^${atom}$`, this.flags)
    const fitting = tried.filter((character) => one.test(character))
    if (fitting.length > 0) return fitting.slice(0, maxSamples)
    return [...atom.replaceAll(/[[\]^\\]/g, "")].filter((character) => one.test(character)).slice(0, 1)
  }

  private quantifier(): Pick<Piece, "least" | "most" | "isOptional"> {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at))
    if (found === null) return { least: 1, most: 1, isOptional: false }
    this.at += found[0].length
    const [, sign, least, comma, most] = found
    if (sign === "?") return { least: 1, most: 1, isOptional: true }
    if (sign !== undefined) return { least: 1, most: Number.POSITIVE_INFINITY, isOptional: sign === "*" }
    const isEndless = comma === "," && most === ""
    return {
      least: Math.max(1, Number(least)),
      most: isEndless ? Number.POSITIVE_INFINITY : Number(most || least),
      isOptional: least === "0"
    }
  }
}

/** Where a class ends; those that it holds itself end before where flag `v` lets it. */
const classEnd = (text: string, nests: boolean): number => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at += 1
    else if (text[at] === "[" && (depth === 0 || nests)) depth += 1
    else if (text[at] === "]") depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Texts that a branch stands for: with the first of each piece, and with each other one of them, or none where it may be left out. */
const waysOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<string> => [
  textOf(pieces),
  ...pieces.flatMap(({ isOptional, samples }, at) => {
    const [before, after] = [textOf(pieces.slice(0, at)), textOf(pieces.slice(at + 1))]
    return [...samples.slice(1).map((sample) => sample.repeat(timesOf(pieces[at]!))), ...(isOptional ? [""] : [])].map(
      (sample) => before + sample + after
    )
  })
]

/** What branches stand for; first what several do, of which a text can be taken in ways without end. */
const ambiguousFirst = (branches: ReadonlyArray<ReadonlyArray<Piece>>): ReadonlyArray<string> => {
  const timesOfWay = new Map<string, number>()
  for (const branch of branches)
    for (const way of new Set(waysOf(branch))) timesOfWay.set(way, (timesOfWay.get(way) ?? 0) + 1)
  const ways = [...timesOfWay.keys()]
  const isAmbiguous = (way: string): boolean => timesOfWay.get(way)! > 1
  return [...ways.filter(isAmbiguous), ...ways.filter((way) => !isAmbiguous(way))]
}

/** A count beyond it makes no other text that takes longer. */
const mostTimes = 40

/** How often a sample stands in a text that the pattern is to take: `\d{3}` wants three. */
const timesOf = ({ least }: Piece): number => Math.min(least, mostTimes)

const textOf = (pieces: ReadonlyArray<Piece>): string =>
  pieces.map((piece) => (piece.samples[0] ?? "").repeat(timesOf(piece))).join("")

/** What stands before all that is repeated, what is repeated, and what stands behind it. */
export interface HostileText {
  readonly before: string
  readonly unit: string
  readonly after: string
  /** The longest that it is made: those of which there are many tell in short what grows steeply. */
  readonly longest: number
}

/** Of a text that tells all, of one that tells steep growth, and of one that tells what has no end. */
const lengths = { whole: 2_000, part: 460, short: 100 } as const

/** Ends: none, and one of which hardly any pattern looks for all. The engine passes over texts without a letter like its second faster than over others. */
const ends = ["", "\u0001\u65e5a"]

export const hostileTexts = (pattern: RegExp): ReadonlyArray<HostileText> => {
  const found = new Map<string, HostileText>()
  const addOne = (before: string, unit: string, after: string, longest: number) => {
    if (unit === "") return
    const key = JSON.stringify([before, unit, after])
    if (longest > (found.get(key)?.longest ?? 0)) found.set(key, { before, unit, after, longest })
  }
  const add = (before: string, unit: string, longest: number = lengths.whole) => {
    for (const start of longest < lengths.whole ? [before] : new Set(["", before])) {
      for (const after of longest < lengths.whole ? ends.slice(1) : ends) addOne(start, unit, after, longest)
    }
  }
  const characters = new Set<string>()
  const visit = (branches: ReadonlyArray<ReadonlyArray<Piece>>, before: string): void => {
    for (const pieces of branches) {
      pieces.forEach((piece, index) => {
        const start = before + textOf(pieces.slice(0, index))
        visit(piece.branches, start)
        if (piece.branches.length === 0) for (const sample of piece.samples) characters.add(sample)
        if (piece.most < long) return
        piece.samples.forEach((sample, at) => {
          add(start, sample, at < maxSamples ? lengths.whole : lengths.short)
        })
        const [first = ""] = piece.samples
        // What is refused behind a group has all ways to take that group tried.
        if (piece.branches.length > 0) {
          const refused = pieces.slice(index + 1).flatMap((behind) => (behind.isRefused ? behind.branches : []))
          for (const after of refused.flatMap(waysOf).slice(0, maxRefused))
            for (const unit of piece.samples.slice(0, maxUnits)) addOne(start, unit, after, lengths.short)
        }
        // Each place that such a text begins at begins it anew.
        if (start !== "") add("", start)
        add("", start + first)
        add(start, first + textOf(pieces.slice(index + 1, index + 2)))
      })
    }
  }
  visit(new PatternReader(pattern).read(), "")
  // What several pieces take is often a character that is the first of one alone.
  for (const character of [...characters].slice(0, maxWays)) add("", character, lengths.part)
  return [...found.values()]
}
