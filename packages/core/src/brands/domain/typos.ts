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

/** The letters of a text, as numbers, which are compared faster than texts. */
const lettersOf = (text: string): ReadonlyArray<number> => {
  const letters: Array<number> = []
  for (let at = 0; at < text.length; at++) {
    const letter = text.codePointAt(at)!
    if (letter > 0xffff) at += 1
    letters.push(letter)
  }
  return letters
}

/** A row is of a letter of what was asked for; each column is a beginning of the word. */
const nextRow = (
  asked: ReadonlyArray<number>,
  word: ReadonlyArray<number>,
  row: number,
  [beforeLast, last, next]: readonly [Array<number>, Array<number>, Array<number>]
): number => {
  const [letter, letterBefore] = [asked[row - 1]!, row > 1 ? asked[row - 2]! : -1]
  next[0] = row
  let nearest = row
  for (let column = 1; column <= word.length; column++) {
    const other = word[column - 1]!
    let least = last[column - 1]! + (letter === other ? 0 : 1)
    const without = Math.min(last[column]!, next[column - 1]!) + 1
    if (without < least) least = without
    if (letterBefore === other && column > 1 && letter === word[column - 2]) {
      const swapped = beforeLast[column - 2]! + 1
      if (swapped < least) least = swapped
    }
    next[column] = least
    if (least < nearest) nearest = least
  }
  return nearest
}

/**
 * The distances of `asked` to every beginning of `word`, none where all are above `typos`; those of `asked` without its last letter; and
 * the least of those of every beginning of `asked` to `word`.
 */
const edges = (asked: ReadonlyArray<number>, word: ReadonlyArray<number>, typos: number) => {
  let beforeLast: Array<number> = word.map(() => 0)
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  let next: Array<number> = word.map(() => 0)
  let [ofWord, nearestLast] = [word.length, 0]
  for (let row = 1; row <= asked.length; row++) {
    const nearest = nextRow(asked, word, row, [beforeLast, last, next])
    // Swapped letters reach back by two rows, and never below what both have.
    if (nearest > typos && nearestLast > typos) return { ofAsked: null, before: beforeLast, ofWord }
    nearestLast = nearest
    const free = beforeLast
    beforeLast = last
    last = next
    next = free
    ofWord = Math.min(ofWord, last[word.length]!)
  }
  return { ofAsked: last, before: beforeLast, ofWord }
}

/** Whether a word, or with `isPrefix` a beginning of it, is at most so many typos away from what was asked for. */
export const nearTo = (asked: string, typos: number, isPrefix: boolean): ((word: string) => boolean) => {
  if (typos === 0) return isPrefix ? (word) => word.startsWith(asked) : (word) => word === asked
  const letters = lettersOf(asked)
  return (word) => {
    const others = lettersOf(word)
    if (others.length < letters.length - typos || (!isPrefix && others.length > letters.length + typos)) return false
    const { ofAsked } = edges(letters, others.slice(0, letters.length + typos), typos)
    if (ofAsked === null) return false
    return isPrefix ? ofAsked.some((distance) => distance <= typos) : ofAsked[others.length]! <= typos
  }
}

/** Whether one word is near to what was asked for. */
export const isNear = (asked: string, word: string, typos: number, isPrefix: boolean): boolean =>
  nearTo(asked, typos, isPrefix)(word)

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

/** The fewest letters of a beginning that leads to words near to what was asked for: a shorter one stands for a word that lacks more. */
export const fewestLetters = (asked: string, typos: number): number =>
  Math.min(keptLetters, Array.from(asked).length - typos)

/** From which word to which, both included. */
export interface WordRange {
  readonly from: string
  readonly to: string
}

/** Words that begin so. */
export const beginning = (start: string): WordRange => ({ from: start, to: `${start}\u{10ffff}` })

/** The word alone. */
const itself = (word: string): WordRange => ({ from: word, to: word })

/** Where words that are asked for without typos stand. */
export const exactRange = (asked: string, isPrefix: boolean): WordRange => (isPrefix ? beginning(asked) : itself(asked))

/**
 * Where words near to what was asked for may stand, when a beginning has a deletion in common with it. One of fewer letters than are
 * compared stands for the word that it is: longer words have a longer beginning.
 *
 * Where the beginning has all typos already, what follows it is as it was asked for: most beginnings do, and few words go on like that.
 */
export const nearRanges = (
  asked: string,
  typos: number,
  isPrefix: boolean
): ((found: string) => ReadonlyArray<WordRange>) => {
  const [letters, texts] = [lettersOf(asked), Array.from(asked)]
  const compared = Math.min(keptLetters, letters.length)
  const isBegun = nearTo(asked, typos, true)
  // A beginning is not near to more of it.
  const reached = letters.slice(0, compared + typos)
  const rests = Array.from({ length: letters.length + 1 }, (_, at) => texts.slice(at).join(""))
  return (found) => {
    const others = lettersOf(found)
    if (others.length > compared) return []
    // A beginning of it may be what was asked for, with letters left out.
    if (others.length < compared) return isBegun(found) ? [itself(found)] : []
    const { before, ofAsked: ends, ofWord } = edges(others, reached, typos)
    // Words that begin so need nothing more.
    if (reached.length === letters.length && ofWord <= typos) return [beginning(found)]
    if (ends === null) return []
    const words = new Set<string>()
    for (let at = 0; at <= reached.length; at++) {
      if (ends[at]! < typos) return [beginning(found)]
      if (ends[at] === typos) words.add(found + rests[at])
    }
    // The last letter of the beginning may be swapped with that which follows it.
    for (let at = 1; at < reached.length; at++) {
      if (letters[at] !== others.at(-1) || before[at - 1]! >= typos) continue
      if (before[at - 1]! + 1 < typos) return [beginning(found)]
      words.add(found + texts[at - 1] + rests[at + 1])
    }
    // Of those that begin with another the other has all.
    const all = [...words]
    const ranged = isPrefix ? all.filter((word) => !all.some((one) => one !== word && word.startsWith(one))) : all
    return ranged.map((word) => exactRange(word, isPrefix))
  }
}
