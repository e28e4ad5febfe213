import { useRouter } from "@tanstack/react-router"
import { ApiError } from "../api/call.ts"
import { Problem } from "../parts/Problem.tsx"

/** In place of a screen that threw. */
export const Broken = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => {
  const router = useRouter()
  return (
    <div className="p-6">
      <Problem
        error={error}
        onRetry={() => {
          reset?.()
          void router.invalidate()
        }}
      />
    </div>
  )
}

/** In place of a screen that there is not. */
export const Missing = () => (
  <div className="p-6">
    <Problem error={new ApiError({ status: 404, code: "NOT_FOUND", message: "", requestId: null })} />
  </div>
)
