/** Times of day in a text, such as `from 15:00`, `7:00–10:00` and `Mon–Fri 9 am to 5 pm, Sat 10:00–14:00, Sun closed`. */
import { weekday } from "./saidKinds.ts"

const noLetter = String.raw`(?![\p{L}\p{N}])`
const hour = "(?:[01]?\\d|2[0-4])"
/** A time, or figures that are one where such a one stands beside them. */
const time = `${hour}(?:[:：.h][0-5]\\d(?:[:：][0-5]\\d)?)?(?!\\d|[.,:：]\\d)(?:\\s?(?:[ap]\\.\\s?m\\.|(?:[ap]m|uhr|h)${noLetter}))?`
const till = "(?:\\s?(?:[-–—~〜～]|から)\\s?|\\s(?:to|until|till|bis|and|und|à|a|al|alle|as|tot|til|do)\\s)"
const span = new RegExp(`(?<one>${time})(?:${till}(?<other>${time}))?`, "uy")

/** What makes a time of figures: minutes behind a colon, or a word for hours. A point alone is in prices and numbers of versions too. */
const isTime = (text: string): boolean => /[:：]|[apuh]/.test(text)

const day = `(?:${weekday})${noLetter}\\.?`
const days = `${day}(?:\\s?(?:[-–—,&/+]|to|through|until|and|or|bis|und|au|à|et|al?|y|e)\\s?${day})*`
const ahead = new RegExp(`${days}:?\\s`, "uy")
const alone = new RegExp(`^${days}$`, "u")

/** Words that belong to a time and tell which side of it is meant. @internal */
export const sides =
  "(?:from|after|until|till|by|before|between|around|about|approx\\.?|ca\\.?|ab|bis|von|vor|nach|zwischen|gegen|dès|à partir de|jusqu['’]à|avant|après|entre|desde|hasta|a partir de|antes de|dalle|dopo|fino alle|entro le|vanaf|tot|voor|na|från|före|fra|før|od|do|starting(?: at)?)"
const side = new RegExp(`${sides}(?:\\s(?:las?|les?|ore))?\\s`, "uy")
const tail = new RegExp(
  `(?:\\s(?:utc|gmt|ces?t|mes?z|[ecmp][sd]t|bst|jst|ist)(?:[+-]\\d{1,2})?${noLetter})?(?:\\s(?:daily|every day|each day|täglich|tous les jours|todos los días|ogni giorno|dagelijks|local time|ortszeit|sharp|o['’]clock))?(?:\\s?\\([^()]{1,40}\\))?`,
  "uy"
)
const further = /\s?(?:[,;&/]|(?:and|und|et|y|e|en)(?=\s))\s?/uy

/** What stands for the times of a day that has none. */
const shut =
  /(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|gesloten|encerrado|fechado|zamknięte|stengt|stängt|lukket)(?![\p{L}\p{N}])/uy

/** Where what has a form ends that begins at a place of a text; undefined where nothing such begins there. @internal */
export const past = (form: RegExp, text: string, at: number): number | undefined => {
  form.lastIndex = at
  return form.test(text) ? form.lastIndex : undefined
}

const partEnd = (text: string, at: number, mayHaveDays: boolean): number | undefined => {
  const behindDays = mayHaveDays ? past(ahead, text, at) : at
  const behindShut = behindDays === undefined ? undefined : past(shut, text, behindDays)
  if (behindShut !== undefined) return behindShut
  const begin = behindDays ?? at
  span.lastIndex = past(side, text, begin) ?? begin
  const found = span.exec(text)
  if (found === null || ![found.groups?.one, found.groups?.other].some((one) => one !== undefined && isTime(one)))
    return undefined
  const end = found.index + found[0].length
  return past(tail, text, end) ?? end
}

/**
 * Where the times end that stand at a place of a text in lower case; undefined where none do. They go on with more of them, and with those
 * of other days.
 *
 * @internal
 */
export const hoursEnd = (text: string, at: number, mayHaveDays: boolean): number | undefined => {
  let end = partEnd(text, at, mayHaveDays)
  while (end !== undefined) {
    const next = past(further, text, end)
    const more = next === undefined ? undefined : partEnd(text, next, mayHaveDays)
    if (more === undefined) return end
    end = more
  }
  return end
}

/** Whether a text in lower case is a day of the week, or several. @internal */
export const isDays = (text: string): boolean => alone.test(text)
