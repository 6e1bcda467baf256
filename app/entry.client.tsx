import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { holdDocument, waitWhileOffline } from './ui/connection.ts'
import { surviveTranslation } from './ui/survive-translation.ts'

surviveTranslation()
holdDocument()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[waitWhileOffline]} />
    </StrictMode>,
  )
})
