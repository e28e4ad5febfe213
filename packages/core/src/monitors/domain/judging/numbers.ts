/** Numbers as people write them: `1.234,56`, `1,234.56`, `1 234`, `49,-`, `2.5M`, `fourteen`. */

const group = /[.,'’ \u00a0\u202f\u2009]/.source

/** Digits with separators, without a sign. */
export const digitsPattern = `\\d{1,3}(?:${group}\\d{3})+(?:[.,]\\d{1,4})?(?!\\d)|\\d{1,3}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)?`

/** One mark ahead of exactly three digits, which may be thousands or decimals. */
const ambiguous = /^[1-9]\d{0,2}([.,])\d{3}$/

/** Both that digits may say; none where only one makes sense. */
export const readingsOf = (text: string) => {
  const mark = ambiguous.exec(text)?.[1] as "." | "," | undefined
  if (mark === undefined) return undefined
  return { mark, thousands: Number(text.replace(mark, "")), decimals: Number(text.replace(mark, ".")) }
}

/** What digits say. One mark between one to three digits and three parts thousands, unless they begin with a zero. */
export const parseDigits = (text: string): number => {
  const readings = readingsOf(text)
  if (readings !== undefined) return readings.thousands
  const bare = text.replace(/['’ \u00a0\u202f\u2009]/g, "")
  const marks = bare.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return Number(bare)
  const isRepeated = marks.length > 1 && new Set(marks).size === 1
  if (isRepeated) return Number(bare.replace(/[.,]/g, ""))
  const at = bare.lastIndexOf(last)
  return Number(`${bare.slice(0, at).replace(/[.,]/g, "")}.${bare.slice(at + 1)}`)
}

const times: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  milioni: 1e6,
  milhões: 1e6,
  miljoen: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  mrd: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  miliardi: 1e9,
  miljard: 1e9,
  万: 1e4,
  億: 1e8,
  亿: 1e8
}

/** Behind digits: by how much they are taken. */
export const timesPattern =
  "[kKMB](?![\\p{L}\\p{N}])|\\s?(?:thousand|tausend|million(?:s|en)?|millones|milioni|milhões|miljoen|miljard|billion|milliard(?:en|s)|miliardi|Mio\\.?|Mrd\\.?|mln\\.?|mn|bn)(?![\\p{L}])|[万億亿]"

export const timesOf = (text: string | undefined): number =>
  text === undefined ? 1 : (times[text.trim().replace(".", "").toLowerCase()] ?? 1)

const spelled = `zero null zéro cero|one eins ein eine un une uno um uma een|two zwei deux dos due dois duas twee
|three drei trois tres tre três drie|four vier quatre cuatro quattro quatro|five fünf cinq cinco cinque vijf|six sechs seis sei zes
|seven sieben sept siete sette sete zeven|eight acht huit ocho otto oito|nine neun neuf nueve nove negen|ten zehn dix diez dieci dez tien
|eleven elf onze once undici|twelve zwölf douze doce dodici doze twaalf|thirteen dreizehn treize trece tredici treze dertien
|fourteen vierzehn quatorze catorce quattordici catorze veertien|fifteen fünfzehn quinze quince quindici vijftien`
  .split("|")
  .flatMap((words, value) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, value] as const)
  )

const tens =
  `twenty zwanzig vingt veinte venti vinte twintig|thirty dreißig dreissig trente treinta trenta trinta dertig
|forty vierzig quarante cuarenta quaranta quarenta veertig|fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig
|sixty sechzig soixante sesenta sessanta sessenta zestig|seventy siebzig setenta settanta zeventig|eighty achtzig ochenta ottanta oitenta tachtig
|ninety neunzig noventa novanta negentig|hundred hundert cent cien cento cem honderd`
    .split("|")
    .flatMap((words, index) =>
      words
        .trim()
        .split(/\s+/)
        .map((word) => [word, (index + 2) * 10] as const)
    )

/** Articles that are numbers only where something is counted with them. */
const articles = new Set("one eins ein eine un une uno um uma een".split(" "))

const spelledNumbers: ReadonlyMap<string, number> = new Map([...spelled, ...tens])

/** The number that a word says; of articles none. */
export const spelledNumber = (word: string): number | undefined =>
  articles.has(word) && word !== "one" ? undefined : spelledNumbers.get(word)
