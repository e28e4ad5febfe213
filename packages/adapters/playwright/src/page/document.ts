/** Scripts that read a document or wait for it. Their sources are sent to pages. */
import type { PageKit } from "./makeKit.ts"

/** The markup as it stands; null when it is longer than it may be. */
export const readMarkup = (kit: PageKit, { maxChars }: { readonly maxChars: number }): string | null => {
  const type = document.doctype
  const root = document.documentElement
  if (root === null) return ""
  const html = new XMLSerializer()
  const doctype = type === null ? "" : html.serializeToString(type)
  const markup = root instanceof HTMLElement ? kit.markupOf(root) : html.serializeToString(root)
  return doctype.length + markup.length > maxChars ? null : doctype + markup
}

/** Resolves when nothing was added, removed or rewritten for `quietMillis`, or after `maxMillis`; tells whether something was. */
export const untilQuiet = (
  _kit: PageKit,
  { maxMillis, quietMillis }: { readonly maxMillis: number; readonly quietMillis: number }
): Promise<{ readonly hasChanged: boolean; readonly isStill: boolean }> => {
  if (document.scripts.length === 0 && document.readyState === "complete") {
    return Promise.resolve({ hasChanged: false, isStill: true })
  }
  return new Promise((resolve) => {
    let hasChanged = false
    const finish = () => {
      observer.disconnect()
      window.clearTimeout(quiet)
      window.clearTimeout(last)
      resolve({ hasChanged, isStill: false })
    }
    const observer = new MutationObserver(() => {
      hasChanged = true
      window.clearTimeout(quiet)
      quiet = window.setTimeout(finish, quietMillis)
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    let quiet = window.setTimeout(finish, quietMillis)
    const last = window.setTimeout(finish, maxMillis)
  })
}

/**
 * Resolves when the page shows something, at once where no script can make it; tells whether that was waited for. A page that shows nothing
 * is what its scripts have not filled yet, as with the answer of a timer.
 */
export const untilShown = (_kit: PageKit, { maxMillis }: { readonly maxMillis: number }): Promise<boolean> => {
  const { body, scripts } = document
  const hasShadow = (element: Element): boolean => element.shadowRoot !== null
  /** Whether any text is there that is no script, up to the first. */
  const hasText = (): boolean => {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const isRead = text.parentElement?.closest("script,style,noscript,template") === null
      if (isRead && /\S/.test(text.nodeValue ?? "")) return true
    }
    return false
  }
  const isBlank = () =>
    !hasText() &&
    body.querySelector("img,svg,canvas,video,audio,iframe,object,embed,input,frame") === null &&
    ![...body.querySelectorAll("*")].slice(0, 500).some(hasShadow)
  if (scripts.length === 0 || !(body instanceof HTMLBodyElement) || !isBlank()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      window.clearTimeout(last)
      resolve(!isBlank())
    }
    const observer = new MutationObserver(() => {
      if (!isBlank()) finish()
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    const last = window.setTimeout(finish, maxMillis)
  })
}

/** Resolves after the next drawing, or after `maxMillis`; tells whether it was drawn. What nobody sees is not drawn. */
export const untilFrame = (_kit: PageKit, { maxMillis }: { readonly maxMillis: number }): Promise<boolean> => {
  if (document.visibilityState === "hidden") return Promise.resolve(true)
  return new Promise((resolve) => {
    window.setTimeout(() => resolve(false), maxMillis)
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve(true)))
  })
}

/** Moves every animation that ends to its end, and stops those that do not. Resolves after the next drawing. */
export const finishAnimations = (_kit: PageKit, _argument: null): Promise<number> => {
  const running = document.getAnimations().slice(0, 5_000)
  for (const animation of running) {
    try {
      const end = animation.effect?.getComputedTiming().endTime
      if (end === Number.POSITIVE_INFINITY) animation.cancel()
      else animation.finish()
    } catch {
      // An animation of rate 0 has no end to be moved to.
    }
  }
  return new Promise((resolve) => {
    window.setTimeout(() => resolve(running.length), 200)
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve(running.length)))
  })
}

/** Waits for the fonts that the page asked for, so that no text is blank while they load. */
export const untilFonts = (_kit: PageKit, { maxMillis }: { readonly maxMillis: number }): Promise<boolean> =>
  new Promise((resolve) => {
    window.setTimeout(() => resolve(false), maxMillis)
    document.fonts.ready.then(() => resolve(true))
  })

/** Walks down the page once, so that what loads when it comes into view is there, and back to where it was. */
export const walkDown = (_kit: PageKit, { maxHeight }: { readonly maxHeight: number }): Promise<number> =>
  new Promise((resolve) => {
    const before = { left: window.scrollX, top: window.scrollY, behavior: "instant" } as const
    const steps = Math.min(30, Math.ceil(maxHeight / Math.max(1, window.innerHeight)))
    let step = 0
    const next = () => {
      step += 1
      const root = document.scrollingElement ?? document.documentElement
      const bottom = root.scrollHeight - window.innerHeight
      if (step > steps || (step - 1) * window.innerHeight >= bottom) {
        window.scrollTo(before)
        resolve(step - 1)
        return
      }
      window.scrollTo({ top: Math.min(bottom, step * window.innerHeight), behavior: "instant" })
      window.setTimeout(next, 16)
    }
    next()
  })
