/**
 * What of two versions of a page flickered, so that what is told of them by other rules is what a run would tell.
 *
 * A run tells a flicker by its looks, of which a version keeps one. What flickered is known by the memory of the page, and by what
 * the run of then told: what differs between both versions beside that was kept quiet.
 */
import { rememberedLines } from "./Flicker.ts"
import { aloneNumber, textNumber } from "./flickeringLine.ts"
import { shapeOf, type Unstable } from "./Unstable.ts"

/** Characters of a difference, and of two texts, that are read line by line, and lines of a difference: of more, it would hold everybody up. @internal */
export const quietLimits = { characters: 64 * 1024, texts: 256 * 1024, lines: 1_000 } as const

/** What a monitor keeps quiet: lines that it knows to flicker, as numbers, and those that its owner pinned. */
export interface Quiet extends Pick<Unstable, "pinnedLines"> {
  readonly lines: ReadonlyArray<number>
}

/** Lines that went and came in one place. */
interface Place {
  readonly went: ReadonlyArray<string>
  readonly came: ReadonlyArray<string>
}

/** As many lines for as many are places of their own, as runs tell them. */
const splitPlace = ({ came, went }: Place): ReadonlyArray<Place> =>
  went.length === came.length ? went.map((line, index) => ({ went: [line], came: [came[index]!] })) : [{ went, came }]

const placesOf = (diff: string): ReadonlyArray<Place> => {
  const places: Array<Place> = []
  let went: Array<string> = []
  let came: Array<string> = []
  for (const row of [...diff.split("\n"), ""]) {
    const isGone = row.startsWith("-")
    // A line that went begins another place behind those that came.
    if (isGone ? came.length > 0 : !row.startsWith("+")) {
      places.push(...splitPlace({ went, came }))
      went = []
      came = []
    }
    if (isGone) went.push(row.slice(1))
    else if (row.startsWith("+")) came.push(row.slice(1))
  }
  return places
}

const all = (places: ReadonlyArray<Place>): Place => ({
  went: places.flatMap(({ went }) => went),
  came: places.flatMap(({ came }) => came)
})

const isTooMuch = ({ came, went }: Place): boolean => went.length + came.length > quietLimits.lines

/** Whether runs would keep a place quiet, as they judge one. */
const quietPlace = ({ lines, pinnedLines = [] }: Quiet) => {
  const [known, pinned] = [new Set(lines), new Set(pinnedLines.map(shapeOf))]
  return ({ came, went }: Place): boolean => {
    const isAlone = went.length === 0 || came.length === 0
    return [...went, ...came].every(
      (line) =>
        line.trim() === "" ||
        known.has((isAlone ? aloneNumber(line) : null) ?? textNumber(line)) ||
        pinned.has(shapeOf(line))
    )
  }
}

/**
 * The lines of a difference that were told. What was held back stands in it too; a difference all of which would be kept quiet now
 * was told all the same, before it came to be known.
 */
export const toldLines = (diff: string, quiet: Quiet): Place => {
  const places = placesOf(diff)
  const whole = all(places)
  if (isTooMuch(whole)) return whole
  const isQuiet = quietPlace(quiet)
  const told = places.filter((place) => !isQuiet(place))
  return told.length === 0 ? whole : all(told)
}

const numbersOf = (line: string): ReadonlyArray<number> => {
  const alone = aloneNumber(line)
  return alone === null ? [textNumber(line)] : [textNumber(line), alone]
}

/** Lines that differ between two texts and stand in no difference that was told of them. */
const keptQuiet = (before: string, after: string, { came, went }: Place): ReadonlyArray<number> => {
  if (before.length + after.length > quietLimits.texts) return []
  const [was, now] = [new Set(before.split("\n")), new Set(after.split("\n"))]
  // A line that was told as no look showed it hides the one that it stands for.
  if (!went.every((line) => was.has(line)) || !came.every((line) => now.has(line))) return []
  const told = new Set([...went, ...came])
  const own = [...was, ...now].filter((line) => line !== "" && !told.has(line) && was.has(line) !== now.has(line))
  return own.slice(0, rememberedLines).flatMap(numbersOf)
}

/** Two versions as they were compared then, and the difference that was told of them; what is not known is left out. */
export interface Then {
  readonly diff?: string | undefined
  readonly before?: string
  readonly after?: string
}

/**
 * The lines of two versions that flickered, as numbers: those that are known now and were not told then, and those that were kept quiet
 * then.
 */
export const knownThen = (quiet: Quiet, { after, before, diff }: Then): ReadonlyArray<number> => {
  if (diff === undefined) return quiet.lines
  if (diff.length > quietLimits.characters) return []
  const differing = all(placesOf(diff))
  if (isTooMuch(differing)) return []
  const kept = before === undefined || after === undefined ? [] : keptQuiet(before, after, differing)
  const known = new Set([...quiet.lines, ...kept])
  if (known.size === 0) return []
  const { came, went } = toldLines(diff, quiet)
  const told = new Set([...went, ...came].flatMap(numbersOf))
  return [...known].filter((line) => !told.has(line))
}
