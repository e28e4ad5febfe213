/** The secret of a monitor that was made just now: its page shows it once. */

let made: { readonly monitorId: string; readonly secret: string } | null = null

export const keepMade = (monitorId: string, secret: string): void => {
  made = { monitorId, secret }
}

/** Takes it: whoever asks again gets nothing. */
export const takeMade = (monitorId: string): string | null => {
  const taken = made?.monitorId === monitorId ? made.secret : null
  made = null
  return taken
}
