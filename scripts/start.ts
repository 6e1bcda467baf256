import { buildWhenNeeded } from './build.ts'
import { endOnSignals } from './run.ts'

process.env.NODE_ENV = 'production'
const stopListening = endOnSignals()
await buildWhenNeeded(console.log)
stopListening()
// In this process, so that a SIGTERM goes straight to the server.
await import('../server.ts')
