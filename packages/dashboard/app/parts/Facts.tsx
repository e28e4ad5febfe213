/** Names and what they are: the plain facts of something. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, React.ReactNode]> }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-2">{name}</dt>
        <dd className="min-w-0">{value}</dd>
      </div>
    ))}
  </dl>
)
