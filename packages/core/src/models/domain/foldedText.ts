import { normalized } from "../../paging/domain/normalized.ts"

/** Lower case and without accents, as words are compared. */
export const fold = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[’‘ʼ]/gu, "'")
