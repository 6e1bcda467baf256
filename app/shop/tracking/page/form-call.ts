import type {
  cancelTrackedEndpoint,
  changeRecipientEndpoint,
  changeTrackedEndpoint,
  holdOrderEndpoint,
  reportProblemEndpoint,
} from '../tracking.endpoints.ts'

/** The calls that forms of a link's pages send: each takes the link's token beside their fields. */
export type FormCall =
  | typeof cancelTrackedEndpoint
  | typeof changeRecipientEndpoint
  | typeof changeTrackedEndpoint
  | typeof holdOrderEndpoint
  | typeof reportProblemEndpoint
