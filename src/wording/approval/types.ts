import type { BroadcastKind } from '../../domain/broadcast.ts';
import type { Labelled } from '../parts.ts';

/** People as user ids, times as times of day; `reason` null: none was given. */
type Decided = { by: string; at: number };

/** A second person approves a broadcast, or rejects it. */
export type ApprovalWording = {
  /** Heads the post that asks for it. */
  asks(broadcast: { author: string; people: number; to: string; kind: BroadcastKind }): string;
  /** The regulator wants promotional texts in Bangla. */
  notBangla: string;
  /** Below what it will come to. */
  until(at: number): string;
  /** In a direct message instead: the app can't post where it should ask. */
  directly(channel: string): string;
  approve: string;
  reject: string;
  confirm: { title: string; text(people: number): string; confirm: string; deny: string };
  /** The form in which somebody may say why. */
  why: { title: string; submit: string; done: string; field: Labelled };
  /** The post, once nobody is asked any more: instead of the buttons. */
  decided: {
    approved(decision: Decided): string;
    rejected(decision: Decided & { reason: string | null }): string;
    expired(at: number): string;
    dropped(decision: Decided): string;
  };
  /** To its author. */
  told: {
    approved(broadcast: { by: string; people: number }): string;
    rejected(broadcast: { by: string; people: number; reason: string | null }): string;
    expired(broadcast: { people: number }): string;
    /** The app can't post in the channel where it should ask; it asked these people directly. */
    elsewhere(asked: { channel: string; people: string[] }): string;
    /** Somebody deleted the post that asked, and once more when it was back. */
    deleted(asked: { channel: string; people: number }): string;
    /** Nor is there anybody else it could ask. */
    nobody(asked: { channel: string }): string;
  };
};
