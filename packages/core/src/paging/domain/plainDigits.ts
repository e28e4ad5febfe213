/**
 * Figures of any script as 0 to 9, for whatever reads numbers.
 *
 * Threads without `effect` use this.
 */

/** Where the digits of other scripts begin: two of Arabic, those of Hindi, Bengali and Thai, and the wide ones of Chinese and Japanese. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const

/** Marks between figures that no script of Europe has, by what they are: of decimals, and of thousands. */
const marks: Readonly<Record<string, string>> = { "٫": ".", "．": ".", "٬": "'", "،": "'", "，": "'" }

/** A comma of Arabic or Chinese parts thousands where three figures stand behind it and no more than three before: elsewhere it parts words. */
const ofThousands = String.raw`(?<=(?<!\p{Nd})\p{Nd}{1,3})[،，](?=\p{Nd}{3}(?!\p{Nd}))`

const mayHave = /[٫٬،，．]|(?![0-9])\p{Nd}/u
const foreign = new RegExp(String.raw`(?![0-9])\p{Nd}|(?<=\p{Nd})[٫٬．](?=\p{Nd})|${ofThousands}`, "gu")

/** The text with the digits 0 to 9, and with marks between them as Latin text has them; as long as before. */
export const plainDigits = (text: string): string =>
  mayHave.test(text)
    ? text.replace(foreign, (one) => {
        const mark = marks[one]
        if (mark !== undefined) return mark
        const point = one.codePointAt(0)!
        const zero = zeros.find((first) => point >= first && point < first + 10)
        return zero === undefined || one.length > 1 ? one : String(point - zero)
      })
    : text
