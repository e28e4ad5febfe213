/** What speaks to browsers. */
import type { BrowserType } from "playwright-core"

/** Loaded with the first browser: it takes 80 MB that a process which renders nothing can do without. */
export const loadChromium = async (): Promise<BrowserType> => (await import("playwright-core")).chromium
