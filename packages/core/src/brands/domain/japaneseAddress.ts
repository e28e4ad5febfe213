/** Addresses as Japan writes them: from the largest part to the smallest, and without anything between them. */

const japanese =
  /〒?\s?(\d{3}-\d{4})\s?(東京都|北海道|(?:京都|大阪)府|\p{L}{2,3}県)?(\p{L}{1,6}?[市]|\p{L}{1,4}?区|\p{L}{1,6}?郡\p{L}{1,5}?[町村])(.{0,80})$/u

/** What stands behind a street and is none of it. */
const ofNumbers = /\s*(?:電話|代表|ファックス|tel|fax|℡|☎|営業時間)/iu

/** `〒450-0002 愛知県名古屋市中村区名駅3-12-4`: with its street, as nothing parts the two. */
export const japaneseAddress = (text: string) => {
  const [, postalCode, region, city, behind = ""] = text.length <= 120 ? (japanese.exec(text) ?? []) : []
  const [street = ""] = behind.split(ofNumbers)
  return postalCode === undefined || city === undefined
    ? null
    : { postalCode, region: region ?? null, city, street: street.trim() === "" ? null : street.trim() }
}
