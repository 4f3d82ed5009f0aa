import type { Problem, ServiceCode } from '../../domain/problem.ts';
import type { ProblemContext } from '../parts.ts';

/** Problems of one recipient among several. */
type LeftOutKind =
  | 'NUMBER_INVALID'
  | 'TEAMMATE_UNKNOWN'
  | 'TEAMMATE_WITHOUT_NUMBER'
  | 'TEAMMATE_NUMBER_INVALID'
  | 'TEAMMATE_DEACTIVATED'
  | 'PERSON_UNKNOWN'
  | 'GROUP_UNKNOWN'
  | 'GROUP_EMPTY'
  | 'GROUP_UNREADABLE'
  | 'NAME_UNKNOWN'
  | 'NAME_SHARED'
  | 'NAMED_GROUP_EMPTY'
  | 'NOBODY_ON_CALL'
  | 'CHOSEN_GONE'
  | 'CONTACT_UNREADABLE'
  | 'NUMBER_BLOCKED'
  | 'NEVER_TEXT'
  | 'MESSAGE_EMPTY'
  | 'MESSAGE_TOO_LONG'
  | 'PLACEHOLDER_MISSING'
  | 'EXPIRED';

/** What went wrong, and what to do about it. */
export type ProblemsWording = {
  /** One plain sentence or two: what is wrong, and what to do. */
  problem: {
    [K in Problem['kind']]: (problem: Extract<Problem, { kind: K }>, around: ProblemContext) => string;
  };
  /** What the service's refusals mean here. */
  service: Record<ServiceCode, (around: ProblemContext) => string>;
  /** Why somebody gets no text although others may: a clause that follows their name. */
  leftOut: {
    [K in LeftOutKind]: (problem: Extract<Problem, { kind: K }>) => string;
  };
};
