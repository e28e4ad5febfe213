/** What every dialog is for whoever has no mouse: held against one that is opened from what has the focus. */
import { assert } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"

/** Most presses of Tab with which a dialog is walked through. */
const walkMost = 40

const isWithin = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((one) => one.contains(document.activeElement) && document.activeElement !== document.body)

/** Fails unless who walks from the first that can have the focus comes back to it, without leaving the dialog. */
export const assertGoesAround = async (page: Page, dialog: Locator, first: Locator): Promise<void> => {
  const isAtFirst = () => first.evaluate((one) => one === document.activeElement)
  for (const step of ["Tab", "Shift+Tab"]) {
    await first.focus()
    let walked = 0
    do {
      await page.keyboard.press(step)
      walked += 1
      assert.isTrue(await isWithin(dialog), `the focus stays in it after ${walked} times ${step}`)
    } while (walked < walkMost && !(await isAtFirst()))
    assert.isBelow(walked, walkMost, `${step} leads around`)
  }
}

/** How a dialog is opened: by a press on what has the focus, or by a key of the screen. */
export interface Opening {
  readonly opener: Locator
  /** Instead of Enter. */
  readonly key?: string
}

/**
 * Opens a dialog by the keyboard, and fails unless it takes the focus, keeps it while one walks, names the button that closes it, is
 * closed by Escape, and gives the focus back: to what opened it, or to the content of the screen where that is gone.
 */
export const assertDialog = async (page: Page, { key = "Enter", opener }: Opening): Promise<void> => {
  await opener.waitFor()
  await opener.evaluate((one) => {
    // So that it is known again, wherever it is then.
    Object.assign(globalThis, { opener: one })
    if (one instanceof HTMLElement) one.focus()
  })
  await page.keyboard.press(key)
  const dialog = page.locator("dialog[open]").last()
  await dialog.waitFor()
  assert.isTrue(await isWithin(dialog), "the focus goes into it")
  const close = dialog.getByRole("button", { name: /^(Close|Schließen)$/ }).first()
  await close.waitFor()
  assert.notStrictEqual((await dialog.getAttribute("aria-labelledby")) ?? "", "", "it has a name")
  await assertGoesAround(page, dialog, close)
  await page.keyboard.press("Escape")
  await page.locator("dialog[open]").waitFor({ state: "detached" })
  const back = await page.evaluate<string>(`
    globalThis.opener.isConnected
      ? (document.activeElement === globalThis.opener ? "" : "not at what opened it but at " + document.activeElement.outerHTML.slice(0, 200))
      : (document.activeElement.id === "content" ? "" : "not at the content but at " + document.activeElement.outerHTML.slice(0, 200))`)
  assert.strictEqual(back, "", "the focus comes back")
}
