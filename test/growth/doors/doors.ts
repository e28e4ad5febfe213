/** All doors. */
import { doors as companies } from "./companies.ts"
import type { Door } from "./Door.ts"
import { doors as filling } from "./filling.ts"
import { doors as html } from "./html.ts"
import { doors as monitors } from "./monitors.ts"
import { doors as texts } from "./texts.ts"

export const doors: ReadonlyArray<Door> = [...filling, ...monitors, ...texts, ...companies, ...html]
