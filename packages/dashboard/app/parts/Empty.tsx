/** What a screen says while it has nothing: what it is for, and the first step. */
export const Empty = ({
  body,
  children,
  title
}: {
  readonly title: string
  readonly body: string
  readonly children?: React.ReactNode
}) => (
  <div className="mx-auto flex max-w-[52ch] flex-col items-start gap-3 px-4 py-12">
    <h2 className="text-l font-strong">{title}</h2>
    <p className="text-ink-2">{body}</p>
    {children}
  </div>
)
