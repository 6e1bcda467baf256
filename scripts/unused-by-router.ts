/*
 * What stands in for parts of React Router in the browser, by their names there: its instrumentation, which is never handed
 * to the router, and the discovery of routes, all of which are known from the start (react-router.config.ts).
 */
const nothing = () => undefined

export const getRouteInstrumentationUpdates = nothing
export const instrumentClientSideRouter = nothing
export const consumeInstrumentationClientResultMetaReceiver = nothing

export const isFogOfWarEnabled = () => false
export const getPartialManifest = nothing
export const getPatchRoutesOnNavigationFunction = nothing
export const useFogOFWarDiscovery = nothing
