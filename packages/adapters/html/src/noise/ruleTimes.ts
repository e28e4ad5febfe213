/** Rules about what was done a time ago, known by what stands right beside the time, whatever ends the line and however short the time is. */

/** Characters on each side of a time that are looked at. */
const near = 80

/** What may, must or can be done, right behind the time: "bookings made 24 hours ago can be cancelled". A question is none. */
const duty = new RegExp(
  `^\\s(?:${[
    "may|must|shall|can|cannot|can[’']t|should|(?:is|are|remain) (?:not |no longer |still )?(?:refundable|returnable|eligible|valid|entitled|allowed|exempt|covered|excluded|required)",
    "peu(?:t|vent)|doi(?:t|vent)|(?:est|sont) (?:remboursables?|échangeables?|valables?|exclue?s?)",
    "pueden?|deben?|deberán?|podem?|devem?|può|possono|deve|devono|mag|mogen|kan|kunnen|moet(?:en)?"
  ].join("|")})(?!\\p{L})(?!\\s(?:you|i|I|we|he|she|they|it|any|some|the|this|that)(?:\\p{Ll}{3,4})?(?!\\p{L}))`,
  "u"
)

/** What was done then, behind who or what it was done to. What was written or loaded then has a stamp, and no rule. */
const stamps =
  "posted|published|updated|edited|modified|commented|replied|asked|answered|refreshed|reloaded|loaded|changed|checked|synced|reported|generated|fetched|reviewed|delayed|online|said|seen"
const doneInEnglish = new RegExp(
  `\\p{L}{2,20}\\s(?:(?:that|which|who|were|was|had|have been|has been|been)\\s){0,3}(?!(?:${stamps})\\s)(?:\\p{Ll}{1,18}ed|made|bought|sold|paid|begun|born|given|sent|built|taken|held|won|lost|spent|left)\\s{1,2}$`,
  "u"
)
/** In languages whose times say by themselves which language it is, a word of any form. */
const doneElsewhere = /\p{L}{3,20}\s\p{Ll}{3,20}\s{1,2}$/u
const isElsewhere = /^(?:il y a|hace|há)|(?:fa|geleden)$/iu

/** "Must have graduated 2 years ago": with days or more, since what "must have left 3 hours ago" is guessed. */
const mustHave =
  /(?<!\p{L})(?:must|shall|should|needs? to|ha(?:s|ve) to)(?: not| already)? have (?:been )?\p{Ll}{2,20}\s{1,2}$/u

/** "You can cancel what you booked 48 hours ago". */
const ofYours = new RegExp(
  `(?<!\\p{L})(?:may|must|can|cannot|shall)(?!\\p{L})[^.?!:;|]{1,50}\\s(?:what|whatever|anything|everything|those|orders|items|bookings|tickets)\\s(?:(?:that|which)\\s)?(?:you|they|was|were)\\s(?!(?:${stamps})\\s)\\p{Ll}{3,20}\\s{1,2}$`,
  "u"
)

/** "Vor 30 Tagen gekaufte Artikel können …", "Fahrzeuge, die vor 5 Jahren zugelassen wurden, müssen …". */
const dutyInGerman = "(?:kann|können|muss|müssen|darf|dürfen)(?!\\p{L})"
const boughtInGerman = new RegExp(`^\\s\\p{Ll}{3,24}(?:te|ne)[nrs]?\\s\\p{Lu}\\p{L}{1,30}\\s${dutyInGerman}`, "u")
const relativeInGerman = /(?<!\p{L})(?:[Ww]er|die|der|das)\s(?:\p{L}{1,20}\s){0,2}$/u
const behindRelative = new RegExp(`^\\s[^,.;:|]{3,40},\\s${dutyInGerman}`, "u")

/** Whether what was done at a time has a rule: its time is the term of it. */
export const isInTerm = (time: string, at: number, line: string, isShort: boolean): boolean => {
  const ahead = line.slice(Math.max(0, at - near), at)
  const end = at + time.length
  const behind = line.slice(end, end + near)
  if (/^vor/iu.test(time))
    return !isShort && (boughtInGerman.test(behind) || (relativeInGerman.test(ahead) && behindRelative.test(behind)))
  const done = isElsewhere.test(time) ? doneElsewhere : doneInEnglish
  return (duty.test(behind) && done.test(ahead)) || ofYours.test(ahead) || (!isShort && mustHave.test(ahead))
}
