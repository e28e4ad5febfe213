/** Looks of pages, as tests need them. */
import type { PageStyles, SeenBox, SeenText } from "../../src/pages/domain/PageStyles.ts"

export const text = (given: Partial<SeenText> = {}): SeenText => ({
  element: "p",
  families: ["Inter", "sans-serif"],
  size: 16,
  weight: 400,
  lineHeight: "24px",
  letterSpacing: "normal",
  color: "#222222",
  behind: "#ffffff",
  elements: 1,
  words: 10,
  ...given
})

export const box = (given: Partial<SeenBox> = {}): SeenBox => ({
  kind: "button",
  background: "#00000000",
  color: "#222222",
  behind: "#ffffff",
  borderColor: "#222222",
  borderWidth: "0px",
  borderStyle: "none",
  borderRadius: "0px",
  padding: "0px",
  shadow: "none",
  families: ["Inter", "sans-serif"],
  size: 16,
  weight: 400,
  decoration: "none",
  decorationColor: "#222222",
  width: 100,
  height: 40,
  area: 4_000,
  elements: 1,
  ...given
})

export const look = (given: Partial<PageStyles> = {}): PageStyles => ({
  from: "browser",
  background: "#ffffff",
  paints: [],
  texts: [text()],
  boxes: [],
  gaps: [],
  shadows: [],
  faces: [],
  ...given
})
