/** How a page looks: what its elements compute to, and where its style sheets say that its fonts are. */
import { fontFacesOf } from "@kittiwake/core/internal/pages/domain/fontFaces"
import type { FontFace, PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import { Effect } from "effect"
import { untilFonts } from "../page/document.ts"
import { readStyles as styleScript } from "../page/styles.ts"
import { safely } from "../safely.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask } from "./PageFailed.ts"

/** What a page may take of the time and of the answer: a page of 5,000 elements takes some 300 ms. */
const limits = { maxElements: 8_000, maxMillis: 3_000, maxLooks: 300 }

const fontsWithinMillis = 1_000

const maxSheets = 60
const maxSheetChars = 2 * 1024 * 1024
const maxFaces = 1_000

/** Most characters of all style sheets. */
const maxChars = 8 * 1024 * 1024

/** A style sheet that is not told in time, and those after it, are left out. */
const sheetsWithin = "3 seconds"

interface SheetHeader {
  readonly styleSheetId: string
  /** Address of the sheet; that of the page, or nothing, where it stands in it. */
  readonly sourceURL: string
  readonly length: number
}

/** The style sheets of the page, those of other sites included, which scripts in the page may not read. */
const sheetsOf = Effect.fnUntraced(function* ({ session }: OpenPage) {
  const sheets: Array<SheetHeader> = []
  const note = safely(({ header }: { readonly header: SheetHeader }) => sheets.push(header))
  session.on("CSS.styleSheetAdded", note)
  yield* ask(() => session.send("DOM.enable"))
  // All that are there are told before this is answered.
  yield* ask(() => session.send("CSS.enable"))
  session.off("CSS.styleSheetAdded", note)
  return sheets.filter(({ length }) => length <= maxSheetChars).slice(0, maxSheets)
})

const facesOf = Effect.fnUntraced(function* (opened: OpenPage) {
  const faces: Array<FontFace> = []
  const read = Effect.gen(function* () {
    let room = maxChars
    for (const { length, sourceURL, styleSheetId } of yield* sheetsOf(opened)) {
      room -= length
      if (room < 0 || faces.length >= maxFaces) return
      const { text } = yield* ask(() => opened.session.send("CSS.getStyleSheetText", { styleSheetId }))
      const base = /^https?:/.test(sourceURL) ? sourceURL : opened.page.url()
      faces.push(...fontFacesOf(text, base).slice(0, maxFaces - faces.length))
    }
  })
  yield* Effect.ignore(Effect.timeoutOption(read, sheetsWithin))
  return faces
})

/** Reads the page as it stands. */
export const readStyles = Effect.fnUntraced(function* (opened: OpenPage) {
  yield* opened.world.run(untilFonts, { maxMillis: fontsWithinMillis })
  const seen = yield* opened.world.run(styleScript, limits)
  return { from: "browser", ...seen, faces: yield* facesOf(opened) } satisfies PageStyles as PageStyles
})
