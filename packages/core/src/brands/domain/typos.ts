/**
 * Words that are nearly what was typed: a letter left out, put in, mistaken or swapped with its neighbour is one typo.
 *
 * Candidates are found by deletions (the idea of SymSpell): when two words are at most two typos apart, then leaving out at most
 * two letters of the first six of each gives the same. Of prefixes up to four letters one deletion is enough, because words
 * that short are only ever asked for with one typo, or are whole words that lost letters.
 *
 * Threads without `effect` use this.
 */

/** Letters of a word whose deletions are kept. */
const keptLetters = 6

/** Typos that a word of so many letters may have, however many are tolerated: short words are like too many others. */
export const typosAllowed = (word: string, tolerated: number): number => {
  const letters = Array.from(word).length
  return Math.min(tolerated, letters < 3 ? 0 : letters < 5 ? 1 : 2)
}

/** The distances of `asked` to every beginning of `word` and of every beginning of `asked` to `word`, no larger than it takes. */
const edges = (asked: ReadonlyArray<string>, word: ReadonlyArray<string>) => {
  let [beforeLast, last]: [Array<number>, Array<number>] = [[], Array.from({ length: word.length + 1 }, (_, n) => n)]
  const ends = [last[word.length]!]
  for (let row = 1; row <= asked.length; row++) {
    const next = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = asked[row - 1] === word[column - 1]
      const isSwapped =
        row > 1 && column > 1 && asked[row - 1] === word[column - 2] && asked[row - 2] === word[column - 1]
      next.push(
        Math.min(
          last[column]! + 1,
          next[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isSwapped ? beforeLast[column - 2]! + 1 : Infinity
        )
      )
    }
    ;[beforeLast, last] = [last, next]
    ends.push(next[word.length]!)
  }
  return { ofAsked: last, ofWord: ends }
}

/** Whether the word, or with `isPrefix` a beginning of it, is at most so many typos away from what was asked for. */
export const isNear = (asked: string, word: string, typos: number, isPrefix: boolean): boolean => {
  if (typos === 0) return isPrefix ? word.startsWith(asked) : word === asked
  const letters = Array.from(asked)
  const others = Array.from(word)
  if (others.length < letters.length - typos || (!isPrefix && others.length > letters.length + typos)) return false
  const { ofAsked } = edges(letters, others.slice(0, letters.length + typos))
  return isPrefix ? Math.min(...ofAsked) <= typos : ofAsked[others.length]! <= typos
}

/** What is left of a text when up to `most` letters are left out, itself among it. */
export const deletionsOf = (text: string, most: number): ReadonlyArray<string> => {
  const all = new Set([text])
  let longest = [text]
  for (let deleted = 0; deleted < most; deleted++) {
    const shorter = new Set<string>()
    for (const one of longest) {
      const letters = Array.from(one)
      for (let index = 0; index < letters.length; index++) shorter.add(letters.toSpliced(index, 1).join(""))
    }
    for (const one of shorter) all.add(one)
    longest = [...shorter]
  }
  return [...all]
}

/** The beginnings of a word that are kept with their deletions. */
export const keptBeginnings = (word: string): ReadonlyArray<string> => {
  const letters = Array.from(word)
  if (letters.length < 2) return []
  const [shortest, longest] = [Math.min(3, letters.length), Math.min(keptLetters, letters.length)]
  return Array.from({ length: longest - shortest + 1 }, (_, more) => letters.slice(0, shortest + more).join(""))
}

/** The deletions that are kept of a beginning. */
export const keptDeletions = (beginning: string): ReadonlyArray<string> => {
  const letters = Array.from(beginning).length
  return deletionsOf(beginning, letters < 3 ? 0 : letters < 5 ? 1 : 2)
}

/** Deletions to look for. */
export const lookedFor = (asked: string, typos: number): ReadonlyArray<string> =>
  deletionsOf(Array.from(asked).slice(0, keptLetters).join(""), typos)

/** From which word to which, both included. */
export interface WordRange {
  readonly from: string
  readonly to: string
}

/** Words that begin so. */
export const beginning = (start: string): WordRange => ({ from: start, to: `${start}\u{10ffff}` })

/** Where words that are asked for without typos stand. */
export const exactRange = (asked: string, isPrefix: boolean): WordRange =>
  isPrefix ? beginning(asked) : { from: asked, to: asked }

/**
 * Where words near to what was asked for may stand, when a beginning has a deletion in common with it; null when nowhere. One of
 * fewer letters than are compared stands for the word that it is: longer words have a longer beginning.
 */
export const nearRange = (asked: string, found: string, typos: number): WordRange | null => {
  const letters = Array.from(asked)
  const compared = Math.min(keptLetters, letters.length)
  const others = Array.from(found)
  if (others.length > compared) return null
  if (others.length < compared) {
    // A beginning of it may be what was asked for, with letters left out.
    return isNear(asked, found, typos, true) ? { from: found, to: found } : null
  }
  const { ofAsked, ofWord } = edges(letters, others)
  return Math.min(...ofAsked, ...ofWord) <= typos ? beginning(found) : null
}
