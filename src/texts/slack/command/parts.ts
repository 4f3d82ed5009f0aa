import type { Message } from '../../../kit/slack/message.ts';
import type { Who } from '../../../kit/slack/who.ts';
import type { Wording } from '../../../kit/words/wording.ts';

/** Who is on call, as whoever knows that adds it to the answers of the command. */
export type OnCallPart = {
  /** In all rotas. */
  all(who: Who): Promise<Message>;
  /** In the rota of this name; null: there is none. */
  called(who: Who, name: string): Promise<(() => Promise<Message>) | null>;
  unknown(words: Wording, name: string): Message;
};

declare module '../../../kit/slack/services.ts' {
  interface Additions {
    onCallPart: OnCallPart;
  }
}
