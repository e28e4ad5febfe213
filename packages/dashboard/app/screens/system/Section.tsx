import { useId } from "react"

/** A part of the screen under a heading of its own. */
export const Section = ({ children, title }: { readonly title: string; readonly children: React.ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-l font-strong">
        {title}
      </h2>
      {children}
    </section>
  )
}
