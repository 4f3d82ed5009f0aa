# A carrier's end of SMPP 3.4, made of Net::SMPP. It knows no policy: it says in lines of JSON what comes in, and does what
# lines of JSON ask for. Only binds and enquire_links are answered unasked.
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Net::SMPP;
use Socket;

$| = 1;
# An answer to a program that was killed a moment ago is lost; it doesn't end the carrier.
$SIG{PIPE} = 'IGNORE';
binmode STDOUT, ':raw';
my $json = JSON::PP->new->latin1->canonical;
my %cmd = (submit_sm => 0x04, deliver_sm_resp => 0x80000005, data_sm_resp => 0x80000103, enquire_link => 0x15,
    enquire_link_resp => 0x80000015, unbind => 0x06, unbind_resp => 0x80000006, bind_transceiver => 0x09,
    generic_nack => 0x80000000);
my %name = reverse %cmd;
my ($bind_status, $silent) = (0, 0);
my ($wanted_port) = @ARGV;

sub say_it { print $json->encode({@_}), "\n" }

my $listener;
sub listen_now {
    $listener = Net::SMPP->new_listen('127.0.0.1', port => $wanted_port || 0, timeout => 60) or die "cannot listen: $!";
    $wanted_port = $listener->sockport;
}
listen_now();
say_it(event => 'listening', port => $listener->sockport);

my %links;
my $last = 0;
my $select = IO::Select->new($listener, \*STDIN);
my $commands = '';

sub drop {
    my ($id, $hard) = @_;
    my $link = delete $links{$id} or return;
    $select->remove($link);
    # A reset, as from a machine that fell over.
    setsockopt($link, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0)) if $hard;
    close $link;
    say_it(event => 'closed', link => $id + 0);
}

sub incoming {
    my ($id) = @_;
    my $link = $links{$id};
    my $pdu;
    { local $SIG{__WARN__} = sub {}; $pdu = $link->read_pdu(); }
    return drop($id, 0) if !defined $pdu;
    my $what = $name{$pdu->{cmd}} || $pdu->{cmd};
    my %seen = map { $_ => $pdu->{$_} }
        grep { defined $pdu->{$_} && /^[a-z_]+$/ && !/^(data|reserved|known_pdu|short_message|message_payload)$/ } keys %$pdu;
    for my $bytes (qw(short_message message_payload)) {
        $seen{$bytes} = unpack('H*', $pdu->{$bytes}) if defined $pdu->{$bytes};
    }
    say_it(event => 'pdu', link => $id + 0, what => $what, %seen);
    return if $silent;
    if ($what eq 'bind_transceiver') {
        $link->bind_transceiver_resp(system_id => 'smsc', seq => $pdu->{seq}, status => $bind_status);
    } elsif ($what eq 'enquire_link') {
        $link->enquire_link_resp(seq => $pdu->{seq});
    } elsif ($what eq 'unbind') {
        $link->unbind_resp(seq => $pdu->{seq});
    }
}

sub outgoing {
    my ($do) = @_;
    my $what = $do->{do};
    my $link = defined $do->{link} ? $links{$do->{link}} : undef;
    if ($what eq 'answer' && $link) {
        $link->submit_sm_resp(seq => $do->{seq}, status => $do->{status} || 0, message_id => $do->{message_id} // '');
    } elsif ($what eq 'nack' && $link) {
        $link->generic_nack(seq => $do->{seq}, status => $do->{status});
    } elsif ($what eq 'deliver' && $link) {
        my @tlvs;
        push @tlvs, receipted_message_id => "$do->{receipted_message_id}\0" if defined $do->{receipted_message_id};
        push @tlvs, message_state => chr $do->{message_state} if defined $do->{message_state};
        $link->deliver_sm(async => 1, seq => $do->{seq}, source_addr => $do->{from}, destination_addr => 'service',
            esm_class => $do->{esm_class}, short_message => $do->{short_message} // '', @tlvs);
    } elsif ($what eq 'enquire' && $link) {
        $link->enquire_link(async => 1, seq => $do->{seq});
    } elsif ($what eq 'unbind' && $link) {
        $link->unbind(async => 1, seq => $do->{seq});
    } elsif ($what eq 'cut') {
        drop($do->{link}, $do->{hard});
    } elsif ($what eq 'refuse-binds') {
        $bind_status = $do->{status};
    } elsif ($what eq 'silence') {
        $silent = $do->{on};
    } elsif ($what eq 'away') {
        drop($_, 0) for keys %links;
        $select->remove($listener);
        close $listener;
    } elsif ($what eq 'back') {
        listen_now();
        $select->add($listener);
    }
    say_it(event => 'did', what => $what);
}

while (1) {
    for my $ready ($select->can_read) {
        if ($ready == \*STDIN) {
            exit 0 if !sysread(STDIN, $commands, 65536, length $commands);
            outgoing($json->decode($1)) while $commands =~ s/^([^\n]*)\n//;
        } elsif ($listener && $ready == $listener) {
            my $link = $listener->accept or next;
            ${*$link}{async} = 1;
            $links{++$last} = $link;
            $select->add($link);
            say_it(event => 'connected', link => $last);
        } else {
            my ($id) = grep { $links{$_} == $ready } keys %links;
            incoming($id) if defined $id;
        }
    }
}
