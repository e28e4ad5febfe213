/** The language of a short text, by its script, and in Latin script by the words that every sentence has. */

/** Words that are frequent in one language and stand in few of the others. */
const words: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set(
    "der die das und ist nicht ein eine einen dem den des mit für auf von im zu sich auch wird werden bei nach über aus sind hat wie als zum zur vom mehr neue neuen durch wurde können".split(
      " "
    )
  ),
  en: new Set(
    "the and of to is for with that this from are by its has have will was it an at be their new how our more than which after into says you your".split(
      " "
    )
  ),
  es: new Set(
    "el los las una que con para por del se su más como está sobre entre este esta también sus pero desde años cómo y al fue nueva nuevo".split(
      " "
    )
  ),
  fr: new Set(
    "le les une des du et est dans pour avec sur par qui que plus au aux ses son sa ce cette nous vous été être leur après deux selon sont".split(
      " "
    )
  ),
  it: new Set(
    "il lo gli della delle degli dei di che con per una un nel nella alla dal dalla sono più anche come è del al sul ha questo questa suo".split(
      " "
    )
  ),
  nl: new Set(
    "het een van en is op te voor met zijn aan dat niet ook door naar bij worden wordt heeft nieuwe meer uit om wij deze maar nog over".split(
      " "
    )
  ),
  pt: new Set(
    "os as uma que com para por do da dos das no na nos nas não mais como seu sua são ao também foi pela pelo sobre entre após e um em".split(
      " "
    )
  )
}

/** In this order: Japanese has Chinese letters among its own. */
const scripts: ReadonlyArray<readonly [string, RegExp]> = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["ru", /\p{Script=Cyrillic}/gu]
]

/** Letters of other languages in the scripts that the table takes for one: of them nothing is said. */
const strangers = /[іїєґўљњћђџќѓѕپچژگٹڈڑے]/giu

/** Characters that are looked at. */
const most = 1_000

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

/** Letters of a script among all letters, so that it is the text's own; kana need fewer, beside Chinese letters. */
const byScript = (text: string): string | null => {
  const letters = countOf(text, /\p{L}/gu)
  if (letters < 4) return null
  const found = scripts.find(([language, script]) => countOf(text, script) > letters * (language === "ja" ? 0.1 : 0.3))
  if (found === undefined) return null
  return countOf(text, strangers) > letters * 0.01 ? null : found[0]
}

/** ISO 639-1; null where the text is too short, or of a language that is none of thirteen. */
export const languageOfText = (text: string): string | null => {
  const looked = text.slice(0, most)
  const script = byScript(looked)
  if (script !== null) return script
  const said = looked.toLowerCase().match(/\p{L}+/gu) ?? []
  if (said.length < 4) return null
  const scores = Object.entries(words)
    .map(([language, known]) => ({ language, count: said.filter((word) => known.has(word)).length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = scores
  const isClear = first!.count >= 3 && first!.count >= said.length * 0.12 && first!.count >= second!.count * 1.5
  return isClear ? first!.language : null
}
