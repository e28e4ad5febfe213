/** What is repeated for a door: its words one by one, and some of their pairs and triples. */

/** The same texts each time: what is found once is found again. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >> 8) % below
  }
}

/** Stands for a number that is another each time. */
const number = "№"

/** Such texts break readers of any kind. */
const generic = ["a", " ", "\n", "0", "é", "東", "🙂", "&amp;", "<", "'", '"', "\\", "\u0301", ".", "-", "№ "]

const separators = ["", " ", "\n", ", "]
const counts = { pairs: 320, triples: 160 } as const

export const unitsOfDoor = (words: ReadonlyArray<string>, seed = 11): ReadonlyArray<string> => {
  const below = numbersFrom(seed)
  const all = [...words, ...generic]
  const one = () => all[below(all.length)]! + separators[below(separators.length)]!
  const some = Array.from({ length: counts.pairs + counts.triples }, (_, index) =>
    index % 3 < 2 ? one() + one() : one() + one() + one()
  )
  const alone = all.flatMap((word) => [word, `${word}\n`, ...(word.includes(number) ? [] : [`${word}${number}`])])
  return [...new Set([...alone, ...some])]
}

/** A text of about so many characters, all of the unit. */
export const textOf = (unit: string, length: number): string => {
  if (!unit.includes(number)) return unit.repeat(Math.ceil(length / unit.length))
  const parts: Array<string> = []
  let [size, count] = [0, 0]
  while (size < length) {
    const part = unit.replaceAll(number, String(count++))
    parts.push(part)
    size += part.length
  }
  return parts.join("")
}
