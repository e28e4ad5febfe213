/** Tabs whose choice stands in the address. Arrow keys move between them. */
import { useEffect, useId, useRef } from "react"

export const Tabs = <K extends string>({
  children,
  label,
  onChange,
  tabs,
  value
}: {
  readonly label: string
  readonly tabs: ReadonlyArray<readonly [K, string]>
  readonly value: K
  readonly onChange: (value: K) => void
  readonly children: React.ReactNode
}) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The chosen one is seen where a narrow screen shows a few alone; the page itself does not scroll.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${value}"]`)?.getBoundingClientRect()
    const seen = list.current?.getBoundingClientRect()
    if (list.current === null || chosen === undefined || seen === undefined) return
    list.current.scrollLeft += Math.max(0, chosen.right - seen.right) + Math.min(0, chosen.left - seen.left)
  }, [value])
  const move = (by: number) => {
    const at = tabs.findIndex(([key]) => key === value)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next === undefined) return
    onChange(next[0])
    list.current?.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="mb-4 flex gap-5 overflow-x-auto border-b border-line"
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") move(1)
          if (event.key === "ArrowLeft") move(-1)
        }}
      >
        {tabs.map(([key, text]) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            id={`${id}-${key}`}
            aria-selected={key === value}
            aria-controls={`${id}-panel`}
            tabIndex={key === value ? 0 : -1}
            onClick={() => onChange(key)}
            className={`whitespace-nowrap py-2 ${
              key === value ? "font-strong text-ink shadow-[inset_0_-2px_var(--action)]" : "text-ink-2"
            }`}
          >
            {text}
          </button>
        ))}
      </div>
      {/* A panel of text must be reachable by keyboard. */}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="outline-offset-4"
      >
        {children}
      </div>
    </div>
  )
}
