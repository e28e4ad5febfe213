/** Abbreviations that a name or a number follows: "Dr. Roe", "St. Mary", "Art. 5". Their point ends no sentence. */

const words =
  "dr|drs|mr|mrs|ms|mx|mme|mmes|mlle|mm|prof|hr|fr|sr|sra|srta|dott|dottssa|avv|ing|dipl|st|ste|sta|sto|mt|ft|nos?|nr|núm|num|art|abs|sec|par|fig|vol|ch|kap|cap|chap|lt|sgt|col|gen|capt|cpt|rev|hon|sen|rep|gov|pres|ph|univ|dept|av|ave|bd|blvd|rte|pl|str|bhf|hbf|tel|vs|approx|ca|bzw|incl|inkl"

const ahead = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})\.(?=\s+[\p{Lu}\p{N}])`, "giu")
const atEnd = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})\.\s*$`, "iu")

/** Stands for the point of an abbreviation while a text is cut: as long as one, and in no text that people write. */
const point = "\u{2024}"

/** The text without the points of abbreviations, as long as it was. */
export const withoutPoints = (text: string): string => text.replace(ahead, (found) => `${found.slice(0, -1)}${point}`)

/** The text with them again. */
export const withPoints = (text: string): string => text.replaceAll(point, ".")

/** Whether a text ends with an abbreviation. */
export const endsAbbreviated = (text: string): boolean => atEnd.test(text.slice(-20))
