/** What charts have in common: the colours of the page, and that no browser is bound to draw. */
import { useEffect, useState } from "react"

/** The colours of the page as they are now. */
export interface Palette {
  readonly action: string
  readonly surface: string
  readonly ink: string
  readonly line: string
  readonly add: string
  readonly mov: string
  readonly rem: string
}

const paletteNow = (): Palette => {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string, otherwise: string) => {
    const value = style.getPropertyValue(name).trim()
    return /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise
  }
  return {
    action: of("--action", "#2b5b86"),
    surface: of("--surface", "#ffffff"),
    ink: of("--ink-2", "#4b5b69"),
    line: of("--line", "#dfe5e9"),
    add: of("--add", "#1c7048"),
    mov: of("--mov", "#65499a"),
    rem: of("--rem", "#ab332b")
  }
}

export const usePalette = (): Palette => {
  const [palette, setPalette] = useState(paletteNow)
  useEffect(() => {
    const look = () => setPalette(paletteNow())
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] })
    const query = matchMedia("(prefers-color-scheme: dark)")
    query.addEventListener("change", look)
    return () => {
      observer.disconnect()
      query.removeEventListener("change", look)
    }
  }, [])
  return palette
}

/** Loads what draws; null where this browser's locale or age lets it not. */
export const loadDrawing = async <A>(load: () => Promise<A>): Promise<A | null> => {
  try {
    // uPlot makes formats for the browser's language when it is loaded, and throws where that is none.
    Intl.getCanonicalLocales(navigator.language)
    return await load()
  } catch {
    return null
  }
}
