import { useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import type { ShownCall } from "./CallCode.tsx"
import { Code } from "./Code.tsx"
import { type CallLanguage, callLanguages, callText } from "./callText.ts"
import { Dialog } from "./Dialog.tsx"
import { Segments } from "./Segments.tsx"

const CallDialog = ({ calls, onClose }: { readonly calls: ReadonlyArray<ShownCall>; readonly onClose: () => void }) => {
  const { common } = useStrings()
  const [language, setLanguage] = useState<CallLanguage>("curl")
  return (
    <Dialog title={common.asCall} onClose={onClose} wide>
      <p className="hint">{common.asCallHint}</p>
      <Segments label={common.asCall} value={language} options={callLanguages} onChange={setLanguage} />
      {calls.map(({ operation, ...input }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a screen's calls keep their order
        <Code key={index} text={callText(language, operation, input, location.origin)} />
      ))}
    </Dialog>
  )
}

export default CallDialog
