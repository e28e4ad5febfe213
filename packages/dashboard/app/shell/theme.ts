/** Light, dark, or as the system is. */
export type Theme = "auto" | "light" | "dark"

const kept = "kittiwake-theme"

export const chosenTheme = (): Theme => {
  const value = localStorage.getItem(kept)
  return value === "light" || value === "dark" ? value : "auto"
}

export const chooseTheme = (theme: Theme): void => {
  localStorage.setItem(kept, theme)
  showTheme(theme)
}

export const showTheme = (theme: Theme): void => {
  if (theme === "auto") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
